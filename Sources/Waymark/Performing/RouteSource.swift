/// Something from which views are shown: a window, a controller, a screen of a terminal.
@MainActor
public protocol RouteSource: AnyObject {
  /// What shows views from here.
  var routePresenter: any RoutePresenter { get }
}
