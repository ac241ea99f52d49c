/// The kind of a destination, as a type: ``ViewKind`` or ``ServiceKind``.
public protocol RouteKind {
  /// The kind, as a value.
  static var kind: DestinationKind { get }
}

/// Views: made and used on the main actor.
public enum ViewKind: RouteKind {
  /// The kind, as a value.
  public static var kind: DestinationKind { .view }
}

/// Services: made and used anywhere.
public enum ServiceKind: RouteKind {
  /// The kind, as a value.
  public static var kind: DestinationKind { .service }
}
