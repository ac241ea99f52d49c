/// The two kinds of destination.
public enum DestinationKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// Made and used on the main actor.
  case view

  /// Made and used anywhere.
  case service
}
