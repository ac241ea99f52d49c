import Foundation
import Testing

/// The tests of the library can't compile code that needs a toolkit, so this target has the articles' code as files.
@Suite struct ArticleTests {
  @Test(arguments: ["PresentingInUIKit", "MovingFromZIKRouter", "CallingFromObjectiveC"])
  func `the test compiles the article's code`(_ article: String) throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let manual = here.appending(path: "../../../../Documentation.docc/\(article).md")
    let text = try String(contentsOf: manual, encoding: .utf8)
    let blocks = text.matches(of: #/\n```\n((?:.|\n)*?)```/#).map { String($0.output.1) }
    try #require(!blocks.isEmpty)
    let file = try String(contentsOf: here.appending(path: "Articles/\(article).swift"), encoding: .utf8)
    // Two lines of comments are above the code.
    let code = file.split(separator: "\n", maxSplits: 2).last.map(String.init)
    // Linux has no runtime of Objective-C.
    #expect(code == blocks.joined(separator: "\n").replacing(#/@objc(\(\w+\))? /#, with: ""))
  }
}
