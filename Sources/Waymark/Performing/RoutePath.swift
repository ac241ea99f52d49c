/// How and from where a view is shown.
///
///     try router.perform(.push(from: window))
///
/// A path does not keep its source alive.
@MainActor
public struct RoutePath {
  /// What showing means: to push, to present, or something of the presenter's own.
  public let kind: Kind
  /// What the presenter of a custom kind wants to know besides.
  public let details: Any?

  private weak var from: (any RouteSource)?

  /// From where the view is shown; nil where it is only made, or where the source is gone.
  public var source: (any RouteSource)? { from }

  private init(_ kind: Kind, from source: (any RouteSource)?, details: Any? = nil) {
    self.kind = kind
    self.details = details
    from = source
  }

  /// The view is put on top of a stack.
  public static func push(from source: any RouteSource) -> Self { Self(.push, from: source) }
  /// The view is shown over everything else.
  public static func present(from source: any RouteSource) -> Self { Self(.present, from: source) }
  /// The view is shown in a small box that points at where it came from.
  public static func popover(from source: any RouteSource) -> Self { Self(.popover, from: source) }
  /// The view is shown over a part of what is there.
  public static func sheet(from source: any RouteSource) -> Self { Self(.sheet, from: source) }
  /// The view is shown where the presenter thinks best.
  public static func show(from source: any RouteSource) -> Self { Self(.show, from: source) }
  /// The view is shown as the detail of what is there.
  public static func showDetail(from source: any RouteSource) -> Self { Self(.showDetail, from: source) }
  /// The view becomes a part of its source.
  public static func addChild(to source: any RouteSource) -> Self { Self(.addChild, from: source) }
  /// The view is put into its source without more.
  public static func addSubview(to source: any RouteSource) -> Self { Self(.addSubview, from: source) }
  /// The view is made and prepared, and the caller shows it.
  public static var makeDestination: Self { Self(.makeDestination, from: nil) }

  /// The view is shown in a way that the presenter knows.
  ///
  /// - Parameters:
  ///   - kind: The way.
  ///   - source: From where.
  ///   - details: What the presenter wants to know besides.
  public static func custom(_ kind: Kind, from source: any RouteSource, details: Any? = nil) -> Self {
    Self(kind, from: source, details: details)
  }
}
