import Testing
import Waymark

// Swift 6.2's Testing supports errors only. There, warnings are printed and don't fail the test.
enum IssueSeverity {
  case error
  case warning

  init(_ severity: Diagnostic.Severity) { self = severity == .error ? .error : .warning }
}

extension Issue {
  static func record(_ text: String, severity: IssueSeverity, sourceLocation: SourceLocation) {
    #if compiler(>=6.3)
      Issue.record(
        Comment(rawValue: text), severity: severity == .error ? .error : .warning,
        sourceLocation: sourceLocation)
    #else
      if severity == .error {
        Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
      } else {
        print("warning: \(text)")
      }
    #endif
  }
}

extension SourceLocation {
  /// Creates a source location from the location of a declaration, whose column is unknown.
  init(_ location: DeclarationLocation) {
    self.init(fileID: location.fileID, filePath: location.fileID, line: location.line, column: 1)
  }
}
