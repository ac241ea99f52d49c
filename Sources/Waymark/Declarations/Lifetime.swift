/// How long an instance that a route made is handed out again.
public enum Lifetime: String, Sendable, Hashable, Codable, CaseIterable {
  /// Never: each request makes a new one.
  case transient
  /// As long as somebody holds it (``WeaklyShared``).
  case weaklyShared
  /// As long as the registry lives (``Singleton``).
  case singleton
}
