/// A reason why the storage didn't do what it was asked.
public enum StorageProblem: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// There's no such thing, or it belongs to somebody else; the two are told apart nowhere.
  case missing
  /// Another account or folder has the name.
  case nameTaken(String)
  /// The note was saved by somebody else since it was read.
  case conflict
  /// The storage can't be reached, or didn't answer in time.
  case unavailable(String)

  /// The sentence to tell the user.
  public var description: String {
    switch self {
    case .missing: "There is no such thing, or it isn't yours."
    case .nameTaken(let name): "The name \"\(name)\" is taken."
    case .conflict: "The note was changed in the meantime."
    case .unavailable(let detail): "The storage can't be reached: \(detail)"
    }
  }
}
