import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@Suite("The manual's list of diagnostics")
struct DiagnosticReferenceTests {
  @Test func `every code has an example`() {
    #expect(DiagnosticExample.all.map(\.code.description).sorted() == Diagnostic.Code.all.map(\.description))
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
