import Foundation
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@Suite("The manual's list of diagnostics")
struct DiagnosticReferenceTests {
  private static let article = URL(filePath: #filePath)
    .appending(path: "../../../../Documentation.docc/Diagnostics.md").standardizedFileURL

  @Test func `every code has an example`() {
    #expect(DiagnosticExample.all.map(\.code.description).sorted() == Diagnostic.Code.all.map(\.description))
  }

  /// `WAYMARK_RECORD_MANUAL=1 swift test --filter DiagnosticReferenceTests` writes the article anew.
  @MainActor @Test func `the article is generated from the examples`() throws {
    var sections: [String] = []
    for example in DiagnosticExample.all {
      let text = try #require(try example.text(), "no example leads to \(example.code)")
      sections.append("### \(example.code)\n\n\(example.explanation)\n\n```text\n\(text)\n```\n")
    }
    let known = try String(contentsOf: Self.article, encoding: .utf8)
    let mark = "## All of them\n\n"
    let head = try #require(known.range(of: mark)).upperBound
    let article = known[..<head] + sections.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["WAYMARK_RECORD_MANUAL"] == "1" {
      try String(article).write(to: Self.article, atomically: true, encoding: .utf8)
    } else {
      #expect(known == article, "run this test with WAYMARK_RECORD_MANUAL=1, and look at the difference")
    }
  }
}
