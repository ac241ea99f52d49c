import Foundation
import Testing
import WaymarkRuntime

/// A list of the article about messages, which is generated from examples.
struct GeneratedList {
  private static let file = URL(filePath: #filePath)
    .appending(path: "../../../../Documentation.docc/Messages.md").standardizedFileURL
  /// Two tests write their lists into one file.
  private static let lock = Lock(())

  /// The heading above the list.
  let title: String

  /// Compares the list with a text.
  ///
  /// If the environment has `WAYMARK_RECORD_MANUAL=1`, writes the list anew.
  func expect(_ entries: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    try Self.lock.withLock { _ in
      let known = try String(contentsOf: Self.file, encoding: .utf8)
      let heading = try #require(known.range(of: "\n## \(title)\n\n"), sourceLocation: sourceLocation)
      let start = heading.upperBound
      let end = known[start...].range(of: "\n## ")?.lowerBound ?? known.endIndex
      let article = known[..<start] + entries.joined(separator: "\n") + known[end...]
      if ProcessInfo.processInfo.environment["WAYMARK_RECORD_MANUAL"] == "1" {
        try String(article).write(to: Self.file, atomically: true, encoding: .utf8)
      } else {
        #expect(
          known == article, "run this test with WAYMARK_RECORD_MANUAL=1, and look at the difference",
          sourceLocation: sourceLocation)
      }
    }
  }
}

extension String {
  /// The first line of a message, and its remedies.
  var withoutContext: String {
    let lines = split(separator: "\n")
    return (lines.prefix(1) + lines.dropFirst().filter { $0.contains(#/^ +(To fix|or):/#) })
      .joined(separator: "\n")
  }

  /// A message of the tests, with the module and the files of an application instead.
  ///
  /// The first line of the program that a message contains is 12, the next one is 16, and so on.
  var inApplication: String {
    let places = #/(?:WaymarkTests|SharedFixtures)/[A-Za-z+.]+\.swift:([0-9]+)/#
    let lines = Set(matches(of: places).compactMap { Int($0.output.1) }).sorted()
    let named = replacing(#/(?:WaymarkTests|SharedFixtures)\./#, with: "Notes.").replacing(
      "in WaymarkTests,", with: "in Notes,")
    return named.replacing(places) { match in
      let number = Int(match.output.1).flatMap { lines.firstIndex(of: $0) } ?? 0
      return "Notes/NotesModule.swift:\(12 + 4 * number)"
    }
  }
}
