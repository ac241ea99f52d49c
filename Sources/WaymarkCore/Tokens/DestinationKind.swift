/// The kind of a destination, which decides where it may be made and used.
public enum DestinationKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A view: made and used on the main actor.
  case view

  /// A service: made and used on any thread.
  case service
}
