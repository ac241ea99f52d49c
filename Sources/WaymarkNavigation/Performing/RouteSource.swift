import WaymarkCore

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
public protocol RouteSource: AnyObject, Sendable {
  /// The presenter that shows views from this source.
  var routePresenter: any RoutePresenter { get }

  /// The object that's the same for all sources of one window; by default, the presenter.
  ///
  /// A ``Navigator`` follows what is shown from all sources with the same object. Implement it if sources of
  /// different windows have one presenter, or if the sources of one window have several.
  var navigationRoot: AnyObject { get }

  /// The source from which a ``Navigator`` shows the next view, if no screen is a source; by default, this one.
  ///
  /// Implement it if another source of the same window is above this one, such as a sheet with a stack of its own.
  var navigationTop: any RouteSource { get }
}

extension RouteSource {
  /// The presenter.
  public var navigationRoot: AnyObject { routePresenter }
  /// This source.
  public var navigationTop: any RouteSource { self }
}
