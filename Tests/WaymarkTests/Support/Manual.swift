import Foundation
import Testing

/// An article of the manual whose end is generated from examples.
struct GeneratedArticle {
  private let file: URL

  init(_ name: String) {
    file =
      URL(filePath: #filePath).appending(path: "../../../../Documentation.docc/\(name)").standardizedFileURL
  }

  /// Compares the part of the article after "All of them" with a text.
  ///
  /// If the environment has `WAYMARK_RECORD_MANUAL=1`, writes the article anew.
  func expect(_ sections: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let known = try String(contentsOf: file, encoding: .utf8)
    let mark = "## All of them\n\n"
    let head = try #require(known.range(of: mark), sourceLocation: sourceLocation).upperBound
    let article = known[..<head] + sections.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["WAYMARK_RECORD_MANUAL"] == "1" {
      try String(article).write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(
        known == article, "run this test with WAYMARK_RECORD_MANUAL=1, and look at the difference",
        sourceLocation: sourceLocation)
    }
  }
}

extension String {
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
