/// A key and its action, for the last line of the terminal.
public struct KeyHint: Equatable, Sendable {
  /// The key, such as `^S`.
  public let key: String
  /// The key's action, such as `save`.
  public let action: String

  /// Creates a hint.
  public init(_ key: String, _ action: String) {
    self.key = key
    self.action = action
  }
}
