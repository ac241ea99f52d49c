/// The source file and line of a declaration.
public struct DeclarationLocation: Sendable, Hashable, CustomStringConvertible {
  let file: StaticString

  /// The module and the name of the source file, in the format of `#fileID`: `Editor/EditorModule.swift`.
  public var fileID: String { file.description }

  /// The line in the source file, counted from 1.
  public let line: Int

  /// Creates a location, by default the caller's.
  ///
  /// - Parameters:
  ///   - fileID: The module and the name of the source file.
  ///   - line: The line in the source file.
  public init(fileID: StaticString = #fileID, line: Int = #line) {
    file = fileID
    self.line = line
  }

  /// The source file and the line, separated by a colon: `Editor/EditorModule.swift:12`.
  public var description: String { "\(fileID):\(line)" }

  /// Returns whether two locations are the same line of the same source file.
  public static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.fileID == right.fileID
  }

  /// Hashes the source file and the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID)
    hasher.combine(line)
  }
}
