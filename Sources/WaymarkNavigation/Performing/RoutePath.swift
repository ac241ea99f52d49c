import WaymarkCore

/// A kind of presentation and its source: how to show a view, and from where.
///
///     try Router.perform(to: .editor, path: .push(from: window))
///
/// A path doesn't retain its source. Without the source, showing or removing a view fails with `actionFailed`.
@MainActor
public struct RoutePath {
  /// The kind of presentation: one of the standard kinds or one that a presenter defines.
  public let kind: Kind
  /// Additional data for the presenter of a custom kind.
  public let details: Any?

  private weak var from: (any RouteSource)?

  /// The source of the view, or nil along `makeDestination` or if the source no longer exists.
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
  /// Returns a path that shows the view in the presenter's preferred way.
  public static func show(from source: any RouteSource) -> Self { Self(.show, from: source) }
  /// Returns a path that shows the view as the detail of the current screen.
  public static func showDetail(from source: any RouteSource) -> Self { Self(.showDetail, from: source) }
  /// Returns a path that adds the view to its source as a child.
  public static func addChild(to source: any RouteSource) -> Self { Self(.addChild, from: source) }
  /// Returns a path that adds the view to its source as a subview, without making it a child.
  public static func addSubview(to source: any RouteSource) -> Self { Self(.addSubview, from: source) }
  /// A path that creates and prepares the destination without showing it, the only path for a service.
  public static var makeDestination: Self { Self(.makeDestination, from: nil) }

  /// Returns a path of a kind that a presenter defines.
  ///
  ///     try Router.perform(to: .editor, path: .custom(.split, from: window))
  ///
  /// - Parameters:
  ///   - kind: The kind of presentation.
  ///   - source: The source of the view.
  ///   - details: Additional data for the presenter.
  public static func custom(_ kind: Kind, from source: any RouteSource, details: Any? = nil) -> Self {
    Self(kind, from: source, details: details)
  }
}

extension RoutePath {
  /// A kind of presentation, such as a push or a sheet.
  ///
  /// A presenter may define other kinds for ``RoutePath/custom(_:from:details:)``:
  ///
  ///     extension RoutePath.Kind { static let split = Self("split") }
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name that identifies the kind.
    public let name: String

    /// Creates a kind.
    ///
    /// - Parameter name: A unique name. Kinds with equal names are equal.
    public init(_ name: String) { self.name = name }

    /// A push onto a stack.
    public static let push = Self("push")
    /// A presentation over everything else.
    public static let present = Self("present")
    /// A popover that points at its source.
    public static let popover = Self("popover")
    /// A sheet over a part of the current screen.
    public static let sheet = Self("sheet")
    /// The presenter's preferred way to show the view.
    public static let show = Self("show")
    /// The detail of the current screen.
    public static let showDetail = Self("showDetail")
    /// A child of the source.
    public static let addChild = Self("addChild")
    /// A subview of the source that isn't a child.
    public static let addSubview = Self("addSubview")
    /// A selection of a tab, which shows no view, for the step ``RoutePlan/Step/tab(_:)`` of a plan.
    public static let tab = Self("tab")
    /// The creation and preparation of a destination, without showing it.
    public static let makeDestination = Self("makeDestination")

    /// Whether the view becomes a part of another view, with which it leaves.
    package var isPart: Bool { self == .addChild || self == .addSubview }

    /// The name of the kind.
    public var description: String { name }
  }
}

/// An object that presenters show views from, such as a window, a view controller, or a screen of a terminal.
///
///     final class Screen: RouteSource {
///       let presenter: StackPresenter
///       var routePresenter: any RoutePresenter { presenter }
///
///       init(_ presenter: StackPresenter) { self.presenter = presenter }
///     }
///
/// A ``RoutePath`` doesn't retain its source, so retain it while it shows views.
@MainActor
public protocol RouteSource: AnyObject, Sendable {
  /// The presenter that shows views from this source.
  var routePresenter: any RoutePresenter { get }

  /// The object that all sources of one window share, which is the presenter by default.
  ///
  /// A ``Navigator`` follows all sources with the same root. Implement it unless each window has a single presenter.
  var navigationRoot: AnyObject { get }

  /// The source of a ``Navigator``'s next view if no screen is a source, by default this one.
  ///
  /// Implement it if another source of the window is above this one, such as a sheet with a stack.
  var navigationTop: any RouteSource { get }

  /// Returns the URL of the view that a stack starts with, or nil if it's unknown, which is the default.
  ///
  /// A ``Navigator`` doesn't show this view again for a URL that leads through it, unless
  /// ``Navigator/setRoot(_:inTab:)`` names another root.
  ///
  /// - Parameter tab: The name of the stack's tab, or nil if the window has no tabs.
  func rootURL(inTab tab: String?) -> String?
}

extension RouteSource {
  /// The presenter.
  public var navigationRoot: AnyObject { routePresenter }
  /// This source.
  public var navigationTop: any RouteSource { self }
  /// Returns nil: by default, the root is unknown.
  public func rootURL(inTab tab: String?) -> String? { nil }
}
