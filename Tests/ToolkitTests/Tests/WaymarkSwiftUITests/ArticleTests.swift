import Foundation
import Testing

@Suite("Articles about SwiftUI")
struct ArticleTests {
  private static let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  /// A target compiles the file.
  ///
  /// The article's own test compiles its blocks of Swift without SwiftUI.
  @Test(arguments: [
    ("PresentingInSwiftUI", 6), ("WritingClients", 1), ("AdoptingInSwiftUI", 10), ("AdoptingInUIKit", 8),
    ("ConnectingScenes", 7),
  ])
  func `an article's code is in its compiled file`(name: String, count: Int) throws {
    let article = try String(
      contentsOf: Self.package.appending(path: "../../Documentation.docc/\(name).md"),
      encoding: .utf8)
    let compiled = try String(
      contentsOf: Self.package.appending(path: "Articles/\(name)/Article.swift"), encoding: .utf8)
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
    #expect(blocks.count >= count)
    // The models have no macros.
    for block in blocks {
      let block = block.replacing("#Preview(", with: "@MainActor let preview = Preview(")
      #expect(compiled.contains(block))
    }
  }

  @Test func `the README's code for SwiftUI is in its compiled file`() throws {
    let readme = try String(
      contentsOf: Self.package.appending(path: "../../README.md"), encoding: .utf8)
    let compiled = try String(
      contentsOf: Self.package.appending(path: "Articles/Readme/Article.swift"), encoding: .utf8)
    let blocks = readme.matches(of: #/```swift\n((?:.*\n)*?)```/#).map(\.output.1)
      .filter { $0.contains("import SwiftUI\n") }
    #expect(blocks.count == 1)
    for block in blocks { #expect(compiled.contains(block)) }
  }
}
