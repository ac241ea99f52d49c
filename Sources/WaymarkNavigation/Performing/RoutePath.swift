import WaymarkCore

/// How, and from which source, a view is shown.
///
///     try Router.perform(to: .editor, path: .push(from: window))
///
/// A path doesn't retain its source. If the source is deallocated before the view is shown or removed, that
/// fails with `actionFailed`.
@MainActor
public struct RoutePath {
  /// The kind of presentation: one of the standard kinds or one that a presenter defines.
  public let kind: Kind
  /// Additional data for the presenter of a custom kind.
  public let details: Any?

  private weak var from: (any RouteSource)?

  /// The source from which the view is shown; nil along `makeDestination`, or if the source no longer exists.
  public var source: (any RouteSource)? { from }

  private init(_ kind: Kind, from source: (any RouteSource)?, details: Any? = nil) {
    self.kind = kind
    self.details = details
    from = source
  }

  /// Returns a path that pushes the view onto a stack.
  public static func push(from source: any RouteSource) -> Self { Self(.push, from: source) }
  /// Returns a path that presents the view over everything else.
  public static func present(from source: any RouteSource) -> Self { Self(.present, from: source) }
  /// Returns a path that shows the view in a popover that points at its source.
  public static func popover(from source: any RouteSource) -> Self { Self(.popover, from: source) }
  /// Returns a path that shows the view as a sheet, over a part of the current screen.
  public static func sheet(from source: any RouteSource) -> Self { Self(.sheet, from: source) }
  /// Returns a path that shows the view in the way that the presenter chooses.
  public static func show(from source: any RouteSource) -> Self { Self(.show, from: source) }
  /// Returns a path that shows the view as the detail of the current screen.
  public static func showDetail(from source: any RouteSource) -> Self { Self(.showDetail, from: source) }
  /// Returns a path that adds the view to its source as a child.
  public static func addChild(to source: any RouteSource) -> Self { Self(.addChild, from: source) }
  /// Returns a path that adds the view to its source as a subview, without making it a child.
  public static func addSubview(to source: any RouteSource) -> Self { Self(.addSubview, from: source) }
  /// The path that creates and prepares the view, and leaves showing it to the caller.
  ///
  /// This is the only path that a service supports.
  public static var makeDestination: Self { Self(.makeDestination, from: nil) }

  /// Returns a path of a kind that a presenter defines.
  ///
  ///     try Router.perform(to: .editor, path: .custom(.split, from: window))
  ///
  /// - Parameters:
  ///   - kind: The kind of presentation.
  ///   - source: The source from which to show the view.
  ///   - details: Additional data for the presenter.
  public static func custom(_ kind: Kind, from source: any RouteSource, details: Any? = nil) -> Self {
    Self(kind, from: source, details: details)
  }
}

extension RoutePath {
  /// A kind of presentation, such as a push or a sheet.
  ///
  /// A presenter may define kinds of its own, which ``RoutePath/custom(_:from:details:)`` uses:
  ///
  ///     extension RoutePath.Kind { static let split = Self("split") }
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name, by which kinds are compared.
    public let name: String

    /// Creates a kind.
    ///
    /// - Parameter name: A name that no other kind has. Kinds with equal names are equal.
    public init(_ name: String) { self.name = name }

    /// The view is pushed onto a stack.
    public static let push = Self("push")
    /// The view is presented over everything else.
    public static let present = Self("present")
    /// The view is shown in a popover that points at its source.
    public static let popover = Self("popover")
    /// The view is shown as a sheet, over a part of the current screen.
    public static let sheet = Self("sheet")
    /// The view is shown in the way that the presenter chooses.
    public static let show = Self("show")
    /// The view is shown as the detail of the current screen.
    public static let showDetail = Self("showDetail")
    /// The view becomes a child of its source.
    public static let addChild = Self("addChild")
    /// The view becomes a subview of its source, without becoming a child of it.
    public static let addSubview = Self("addSubview")
    /// A tab is selected: the kind of the step ``RoutePlan/Step/tab(_:)`` of a plan.
    ///
    /// Nothing is shown along it, so that no screen of a URL has it.
    public static let tab = Self("tab")
    /// The view is created and prepared, but not shown.
    public static let makeDestination = Self("makeDestination")

    /// The name of the kind.
    public var description: String { name }
  }
}

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
