import ServerInterfaces
import Waymark

/// What all pages share.
public struct PageKitModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The routes to the writer of pages and to its templates.
  public var routes: Routes {
    Route(TemplateLibrary.init(_:)) {
      Service(.templateLibrary)
      Singleton()
      Eager()
    }
    Route(PageWriter.init(templates:session:request:menu:links:)) { Service(.pageWriter) }
    Route(Member.init(session:)) {
      Service(.member)
      Scoped(to: Session.self)
    }
    Route(TemplateSource.self) {
      Contributes(to: .templates, as: "frame")
    } make: {
      TemplateSource("frame", frameTemplate)
    }
    Route(TemplateSource.self) {
      Contributes(to: .templates, as: "problem")
    } make: {
      TemplateSource("problem", problemTemplate)
    }
  }
}
