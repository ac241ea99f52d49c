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
