/// A key, and what it does, as the last line of the terminal says it.
public struct KeyHint: Equatable, Sendable {
  /// The key, such as `^S`.
  public let key: String
  /// What it does, such as `save`.
  public let action: String

  /// Creates a hint.
  public init(_ key: String, _ action: String) {
    self.key = key
    self.action = action
  }
}
