/// An object from which views are shown, such as a window, a view controller, or a screen of a terminal.
///
///     final class Screen: RouteSource {
///       let presenter: StackPresenter
///       var routePresenter: any RoutePresenter { presenter }
///
///       init(_ presenter: StackPresenter) { self.presenter = presenter }
///     }
///
/// A ``RoutePath`` doesn't retain its source, so keep it as long as something is shown from it.
@MainActor
public protocol RouteSource: AnyObject {
  /// The presenter that shows views from this source.
  var routePresenter: any RoutePresenter { get }
}
