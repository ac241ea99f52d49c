import Foundation
import SeededTesting
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkGraph
import WaymarkInspection

@Suite("Hostile names in a page")
struct HostileNamesTests {
  /// Parts that end elements, attributes, strings, lines, or the direction of text.
  private static let parts = [
    "</script>", "</SCRIPT >", "<script>alert(1)</script>", "<!--", "-->", "]]>", "</noscript>", "</title>",
    "</style>",
    "\"", "'", "`", "\\", "\\u003C", "&lt;", "&", "<", ">", "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "\u{202E}", "\u{2066}", "\u{200F}", "\u{061C}", "\u{2028}", "\u{2029}", "\u{85}", "\0", "\u{1B}[31m",
    "\n", "\r\n",
    "\t", "\u{FEFF}", "é", "👩‍👩‍👧", "الاسم", "__proto__", "constructor", "${x}", "{{x}}", "#r0", " ",
  ]

  private func graph(named names: [String]) throws -> RouteGraph {
    try RouteGraph(
      names.enumerated().map { index, name in
        var node = TestNode(id: "\(name).\(index)\(name)", module: name)
        (node.scope, node.profile, node.provides, node.fileID) = (name, name, [name], name)
        node.needs = [("\(names[0]).0\(names[0])", .lazy, name)]
        return node
      })
  }

  @Test(arguments: try Seeds.first(10))
  func `hostile names stay text`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = (0..<12).map { _ in
      (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        Self.parts[Int.random(in: 0..<Self.parts.count, using: &generator)]
      }.joined()
    }
    let harmless = try graph(named: names.map { _ in "x" }).html(title: "x")
    let page = try graph(named: names).html(title: names[0], comparedTo: try graph(named: ["x"]))
    // The names add no element: the markup outside of lists and data is the one of harmless names.
    for tag in ["script", "style", "title", "noscript", "img", "main", "body", "!--"] {
      let pattern = try Regex("<\(tag)|</\(tag)").ignoresCase()
      #expect(page.matches(of: pattern).count == harmless.matches(of: pattern).count, "\(tag)")
    }
    for scalar in page.unicodeScalars where scalar != "\n" && scalar.value != 0xFE0F {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        Issue.record("the page contains U+\(String(scalar.value, radix: 16))")
      default: break
      }
    }
    let written = try WrittenPage(page)
    let expected = try names.map { try visible($0) }
    #expect(written.nodes.prefix(12).map { $0["scope"] as? String } == expected)
    #expect(written.list.contains("\\u{202E}") == expected.contains { $0.contains("\\u{202E}") })
  }

  /// Returns a name with escapes, as an independent reference.
  private func visible(_ name: String) throws -> String {
    try name.unicodeScalars.map { scalar in
      let isHidden = try Regex("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]").wholeMatch(in: String(scalar)) != nil
      return isHidden ? "\\u{\(String(format: "%X", scalar.value))}" : String(scalar)
    }.joined()
  }
}
