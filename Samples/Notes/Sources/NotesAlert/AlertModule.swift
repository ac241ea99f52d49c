import NotesInterfaces
import Waymark

/// Small boxes: an alert, a simple alert with a button, and a box for a line of text.
public struct AlertModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The two routes of one class, and the route of the box for text.
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
