/// The kind of a destination as a type: ``ViewKind`` or ``ServiceKind``.
public protocol RouteKind {
  /// The kind, as a value.
  static var kind: DestinationKind { get }
}

/// The kind of destinations that are made and used on the main actor.
public enum ViewKind: RouteKind {
  /// The kind, as a value.
  public static var kind: DestinationKind { .view }
}

/// The kind of destinations that are made and used on any thread.
public enum ServiceKind: RouteKind {
  /// The kind, as a value.
  public static var kind: DestinationKind { .service }
}
