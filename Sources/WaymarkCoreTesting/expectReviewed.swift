package import Foundation
package import Testing

/// Whether the tests overwrite reviewed files, instead of comparing them.
package var isRecordingFiles: Bool {
  ProcessInfo.processInfo.environment["WAYMARK_RECORD_GRAPHS"] == "1"
}

/// Expects that a reviewed file has the content that the program makes now, or writes the file.
///
/// - Parameters:
///   - subject: The name of the content, for issues.
///   - file: The path of the file as in the test, for issues.
///   - url: The file.
///   - isRecording: Whether to overwrite the file.
///   - failure: The text of an issue about an error, after the subject and the file.
///   - sourceLocation: The source location of the expectation.
///   - text: Returns the content for the file.
///   - difference: Returns a description of the difference from the content of the file, or nil if there's none.
package func expectReviewed(
  _ subject: String, in file: String, at url: URL, isRecording: Bool, failure: String,
  _ sourceLocation: SourceLocation, text: () throws -> String,
  difference: (_ reviewed: () throws -> String) throws -> String?
) {
  do {
    guard FileManager.default.fileExists(atPath: url.path), !isRecording else {
      let text = try text()
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
      if !isRecording {
        Issue.record(
          "\(subject) was written to \(url.path), which did not exist\n    To fix: review the file, and run the test again",
          sourceLocation: sourceLocation)
      }
      return
    }
    guard let difference = try difference({ try String(contentsOf: url, encoding: .utf8) }) else { return }
    Issue.record(
      """
      \(subject) differs from the one in \(file):
      \(difference)
      To fix: if the change is intended, run the test with WAYMARK_RECORD_GRAPHS=1 and commit the file
      """, sourceLocation: sourceLocation)
  } catch {
    Issue.record("\(subject) in \(url.path) \(failure): \(error)", sourceLocation: sourceLocation)
  }
}
