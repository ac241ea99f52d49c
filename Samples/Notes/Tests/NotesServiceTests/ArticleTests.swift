import Foundation
import Testing

/// The tests of the library can't compile code that needs another package, so this target has that code of the article
/// as a file.
@Suite("The article about starting and stopping")
struct ArticleTests {
  @Test func `the article shows the compiled service`() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let article = try String(
      contentsOf: here.appending(path: "../../../../Documentation.docc/StartingAndStopping.md"),
      encoding: .utf8)
    let blocks = article.matches(of: #/```[a-z]*\n((?:.|\n)*?)```/#).map { String($0.output.1) }
      .filter { $0.contains("import ServiceLifecycle\n") }
    try #require(blocks.count == 1)
    let file = try String(
      contentsOf: here.appending(path: "Articles/StartingAndStopping.swift"), encoding: .utf8)
    // Two lines of comments are above the code.
    let code = file.split(separator: "\n", maxSplits: 2).last.map(String.init)
    #expect(code == blocks.first)
  }
}
