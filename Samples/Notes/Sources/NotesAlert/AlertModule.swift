import NotesInterfaces
import Waymark

/// Alerts: a common one, and an easy one that is ready to say something.
public struct AlertModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The two routes of one class.
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
  }
}
