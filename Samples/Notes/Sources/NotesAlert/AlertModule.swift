import NotesInterfaces
import Waymark

/// Small boxes: an alert, an easy one that is ready to say something, and one in which a line is written.
public struct AlertModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The two routes of one class, and that of the box to write in.
  public var routes: Routes {
    Route(AlertView.self) {
      View<any AlertInput>()
      Identifier("alert")
    } make: {
      AlertView()
    }
    Route(AlertView.self) {
      View<any EasyAlertInput>()
      Identifier("easy-alert")
    } make: {
      AlertView()
    } prepare: { alert, _ in
      if alert.buttons.isEmpty { alert.buttons = ["OK"] }
    }
    Route(PromptView.self) {
      View<any PromptInput>()
      Identifier("prompt")
      Supports(.popover, .present)
    } make: {
      PromptView()
    }
  }
}
