import Testing
import WaymarkCore
import WaymarkRuntime

#if canImport(XCTest)
  import XCTest
#endif

// Testing in Swift 6.2 supports errors only. There, warnings are printed and don't fail the test.
enum IssueSeverity {
  case error
  case warning
}

extension Issue {
  static func record(_ diagnostic: Diagnostic, sourceLocation: SourceLocation) {
    record(
      "\(diagnostic)", severity: diagnostic.severity == .error ? .error : .warning,
      sourceLocation: sourceLocation)
  }

  /// Records an issue, and outside of Swift Testing's tests also a failure of XCTest.
  ///
  /// If XCTest runs the test, Swift Testing drops the issue.
  static func record(_ text: String, severity: IssueSeverity = .error, sourceLocation: SourceLocation) {
    #if canImport(XCTest)
      if Test.current == nil, severity == .error, TestingLibrary.takesXCTestFailures {
        XCTFail("\(sourceLocation): \(text)")
      }
    #endif
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
  /// Creates a source location from the location of a declaration, which has no column.
  init(_ location: DeclarationLocation) {
    self.init(fileID: location.fileID, filePath: location.fileID, line: location.line, column: 1)
  }
}
