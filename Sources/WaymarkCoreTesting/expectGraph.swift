import Foundation
public import Testing
public import WaymarkCore

/// Expects that the graph of a registry is equal to the graph in a file beside the test.
///
///     @Test func graphIsReviewed() throws {
///       expectGraph(of: try Registry.application(), matches: "Graphs/application.json")
///     }
///
/// A difference is an issue that lists additions, removals, and changes. If the file doesn't exist, the first run
/// writes it and records an issue. With `WAYMARK_RECORD_GRAPHS=1` in the environment, the test overwrites the file
/// instead.
///
/// - Parameters:
///   - registry: The registry.
///   - file: The path of the file, relative to the folder of the test's source file.
///   - filePath: The test's source file.
///   - sourceLocation: The source location of the call, for issues.
public func expectGraph(
  of registry: Registry, matches file: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let isRecording = ProcessInfo.processInfo.environment["WAYMARK_RECORD_GRAPHS"] == "1"
  expectGraph(of: registry, matches: file, beside: filePath, isRecording: isRecording, sourceLocation)
}

func expectGraph(
  of registry: Registry, matches file: String, beside filePath: String, isRecording: Bool,
  _ sourceLocation: SourceLocation
) {
  let golden = URL(filePath: filePath).deletingLastPathComponent().appending(path: file)
  do {
    guard FileManager.default.fileExists(atPath: golden.path), !isRecording else {
      try FileManager.default.createDirectory(
        at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(registry.graph.json().utf8).write(to: golden, options: .atomic)
      if !isRecording {
        Issue.record(
          "the graph was written to \(golden.path), which did not exist\n    To fix: review the file, and run the test again",
          sourceLocation: sourceLocation)
      }
      return
    }
    let difference = registry.graph.difference(
      from: try RouteGraph(json: String(contentsOf: golden, encoding: .utf8)))
    guard !difference.isEmpty else { return }
    Issue.record(
      """
      the graph differs from the one in \(file):
      \(difference)
      To fix: if the change is intended, run the test with WAYMARK_RECORD_GRAPHS=1 and commit the file
      """, sourceLocation: sourceLocation)
  } catch {
    Issue.record(
      error, "the graph in \(golden.path) cannot be read or written", sourceLocation: sourceLocation)
  }
}
