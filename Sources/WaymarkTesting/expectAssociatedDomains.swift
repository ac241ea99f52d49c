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
  let golden = URL(filePath: filePath).deletingLastPathComponent().appending(path: file)
  expectAssociatedDomains(sourceLocation, golden: golden, named: file, isRecording: isRecordingFiles) {
    try registry.associatedDomains(appIDs: appIDs, host: host)
  }
}

func expectAssociatedDomains(
  _ sourceLocation: SourceLocation, golden: URL, named file: String, isRecording: Bool,
  _ make: () throws -> String
) {
  expectReviewed(
    "the association file", in: file, at: golden, isRecording: isRecording,
    failure: "cannot be made, read, or written", sourceLocation, text: make
  ) { reviewed in
    let new = lines(try make())
    let difference = new.difference(from: lines(try reviewed()))
    let changes = (difference.removals + difference.insertions).map { change in
      switch change {
      case .insert(_, let line, _): "  added: \(line)"
      case .remove(_, let line, _): "  removed: \(line)"
      }
    }
    return changes.isEmpty ? nil : changes.joined(separator: "\n")
  }
}

/// Returns the lines of a file, without white space around them.
private func lines(_ text: String) -> [String] {
  text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
}
