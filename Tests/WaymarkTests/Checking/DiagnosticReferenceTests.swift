import Foundation
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@Suite("The manual's list of diagnostics")
struct DiagnosticReferenceTests {
  @Test func `every code has an example`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/WaymarkCore/Errors/Diagnostic.Code.swift")
    let codes = try String(contentsOf: file, encoding: .utf8)
      .matches(of: #/(?:public|package) static let \w+ = Self\("(.+)"\)/#).map { String($0.output.1) }
    #expect(DiagnosticExample.all.map(\.code.description).sorted() == codes.sorted())
  }

  /// `WAYMARK_RECORD_MANUAL=1 swift test --filter DiagnosticReferenceTests` writes the list anew.
  @MainActor @Test func `the list is generated from the examples`() throws {
    let sections = try DiagnosticExample.all.map { example in
      let text = try #require(try example.text(), "no example leads to \(example.code)")
      return "### \(example.code)\n\n\(example.explanation)\n\n```text\n\(text.withoutContext)\n```\n"
    }
    try GeneratedList(title: "Diagnostics").expect(sections)
  }
}
