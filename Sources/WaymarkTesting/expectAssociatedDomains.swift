import Foundation
public import Testing
public import Waymark

/// Expects that Apple's association file of a registry is equal to a reviewed file.
///
///     @Test func associationFileIsReviewed() throws {
///       expectAssociatedDomains(
///         of: try Registry.application(), appIDs: ["ABCDE12345.org.example.Notes"],
///         matches: "Graphs/apple-app-site-association")
///     }
///
/// A difference is an issue that lists the added and removed lines. If the file doesn't exist, the first run writes it
/// and records an issue. With `WAYMARK_RECORD_GRAPHS=1` in the environment, the test overwrites the file instead.
///
/// - Parameters:
///   - registry: The registry.
///   - appIDs: The identifiers of the applications.
///   - host: The domain that serves the file, required if the registry's `https` patterns have several hosts.
///   - file: The path of the file, relative to the folder of the test's source file.
///   - filePath: The test's source file.
///   - sourceLocation: The source location of the call, for issues.
public func expectAssociatedDomains(
  of registry: Registry, appIDs: [String], host: String? = nil, matches file: String,
  filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let isRecording = ProcessInfo.processInfo.environment["WAYMARK_RECORD_GRAPHS"] == "1"
  let golden = URL(filePath: filePath).deletingLastPathComponent().appending(path: file)
  expectAssociatedDomains(sourceLocation, golden: golden, named: file, isRecording: isRecording) {
    try registry.associatedDomains(appIDs: appIDs, host: host)
  }
}

func expectAssociatedDomains(
  _ sourceLocation: SourceLocation, golden: URL, named file: String, isRecording: Bool,
  _ make: () throws -> String
) {
  do {
    let text = try make()
    guard FileManager.default.fileExists(atPath: golden.path), !isRecording else {
      try FileManager.default.createDirectory(
        at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: golden, options: .atomic)
      if !isRecording {
        Issue.record(
          "the association file was written to \(golden.path), which did not exist\n    To fix: review the file, and run the test again",
          sourceLocation: sourceLocation)
      }
      return
    }
    let (old, new) = (lines(try String(contentsOf: golden, encoding: .utf8)), lines(text))
    guard old != new else { return }
    let difference = new.difference(from: old)
    let changes = (difference.removals + difference.insertions).map { change in
      switch change {
      case .insert(_, let line, _): "  added: \(line)"
      case .remove(_, let line, _): "  removed: \(line)"
      }
    }
    Issue.record(
      """
      the association file differs from the one in \(file):
      \(changes.joined(separator: "\n"))
      To fix: if the change is intended, run the test with WAYMARK_RECORD_GRAPHS=1 and commit the file
      """, sourceLocation: sourceLocation)
  } catch {
    Issue.record(
      error, "the association file in \(golden.path) cannot be made, read, or written",
      sourceLocation: sourceLocation)
  }
}

/// Returns the lines of a file, without white space around them.
private func lines(_ text: String) -> [String] {
  text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
}
