import Foundation
import Testing
import WaymarkCore

@Suite("The manual's list of errors at run time")
struct RouteErrorReferenceTests {
  /// The codes that the library declares.
  private func declaredCodes() throws -> [String] {
    let source = URL(filePath: #filePath)
      .appending(path: "../../../../Sources/WaymarkCore/Errors/RouteError.swift").standardizedFileURL
    let text = try String(contentsOf: source, encoding: .utf8)
    return text.matches(of: #/public static let ([A-Za-z]+) = Self\(/#).map { String($0.output.1) }
  }

  @Test func `every code has an example`() throws {
    let codes = try declaredCodes()
    #expect(codes.count > 30)
    #expect(RouteErrorExample.all.map { "\($0.code)" }.sorted() == codes.sorted())
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
