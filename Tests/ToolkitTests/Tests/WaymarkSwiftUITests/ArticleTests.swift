import Foundation
import Testing

@Suite("The article about SwiftUI")
struct ArticleTests {
  private static let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  /// The target PresentingInSwiftUI compiles the file; the article's own test compiles its blocks of Swift without SwiftUI.
  @Test func itsCodeIsThatOfTheFileThatIsCompiled() throws {
    let article = try String(
      contentsOf: Self.package.appending(path: "../../Documentation.docc/PresentingInSwiftUI.md"),
      encoding: .utf8)
    let compiled = try String(
      contentsOf: Self.package.appending(path: "Articles/PresentingInSwiftUI/Article.swift"), encoding: .utf8)
    var blocks: [String] = []
    var block: [Substring]?
    var isOther = false
    for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```", isOther {
        isOther = false
      } else if line == "```", let lines = block {
        blocks.append(lines.joined(separator: "\n"))
        block = nil
      } else if line == "```" {
        block = []
      } else if line.hasPrefix("```") {
        isOther = true
      } else {
        block?.append(line)
      }
    }
    #expect(blocks.count > 5)
    for block in blocks { #expect(compiled.contains(block)) }
  }
}
