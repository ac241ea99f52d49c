/// Where in the text of the program something was declared.
public struct DeclarationLocation: Sendable, Hashable, CustomStringConvertible {
  let file: StaticString

  /// The module and file, as `#fileID` gives them: `Editor/EditorModule.swift`.
  public var fileID: String { file.description }

  /// The line, counted from 1.
  public let line: Int

  /// Creates a location.
  ///
  /// - Parameters:
  ///   - fileID: The module and file; by default the caller's.
  ///   - line: The line; by default the caller's.
  public init(fileID: StaticString = #fileID, line: Int = #line) {
    file = fileID
    self.line = line
  }

  /// The file and the line: `Editor/EditorModule.swift:12`.
  public var description: String { "\(fileID):\(line)" }

  /// Whether two locations name the same line of the same file.
  public static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.fileID == right.fileID
  }

  /// Feeds file and line to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID)
    hasher.combine(line)
  }
}
