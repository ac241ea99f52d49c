import Foundation
import Testing
import WaymarkCore

/// The codes that a source of the library declares.
private func codes(declaredIn file: String, _ declaration: Regex<(Substring, Substring)>) throws -> [String] {
  let source = URL(filePath: #filePath).appending(path: "../../../../Sources/WaymarkCore/Errors/\(file)")
  let text = try String(contentsOf: source.standardizedFileURL, encoding: .utf8)
  return text.matches(of: declaration).map { String($0.output.1) }.sorted()
}

@Suite("The manual's list of diagnostics")
struct DiagnosticReferenceTests {
  @Test func `every code has an example`() throws {
    let declared = try codes(
      declaredIn: "Diagnostic.Code.swift", #/(?:public|package) static let \w+ = Self\("(.+)"\)/#)
    #expect(DiagnosticExample.all.map(\.code.description).sorted() == declared)
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

@Suite("The manual's list of errors at run time")
struct RouteErrorReferenceTests {
  @Test func `every code has an example`() throws {
    let declared = try codes(
      declaredIn: "RouteError.swift", #/public static let ([A-Za-z]+) = Self\(/#)
    #expect(declared.count > 30)
    #expect(RouteErrorExample.all.map { "\($0.code)" }.sorted() == declared)
  }

  /// `WAYMARK_RECORD_MANUAL=1 swift test --filter RouteErrorReferenceTests` writes the list anew.
  @MainActor @Test func `the list is generated from the examples`() async throws {
    var sections: [String] = []
    for example in RouteErrorExample.all {
      let text = try await example.text().map { "\n```text\n\($0.withoutContext)\n```\n" } ?? ""
      sections.append("### \(example.code)\n\n\(example.explanation)\n\(text)")
    }
    try GeneratedList(title: "Errors").expect(sections)
  }
}
