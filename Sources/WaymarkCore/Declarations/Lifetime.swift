/// The lifetime of a route's instances: how long an instance is returned again.
public enum Lifetime: String, Sendable, Hashable, Codable, CaseIterable {
  /// Each request makes a new instance.
  case transient
  /// The instance is shared while something retains it (``WeaklyShared``).
  case weaklyShared
  /// The instance is kept as long as the registry exists (``Singleton``).
  case singleton
  /// The instance is kept until its scope is closed (``Scoped``).
  case scoped
  /// The instance is shared by those who fill in the same key, while something retains it (``Kept``).
  case keyed
}
