import Foundation
import Testing

/// The tests of the library can't compile code that needs a toolkit, so this package has that code of the articles as
/// files.
@Suite("Articles about toolkits")
struct ArticleTests {
  private static let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The code of an article, which its own test doesn't compile: blocks without the name of a language.
  private static func blocks(of name: String) throws -> [String] {
    try text("../../Documentation.docc/\(name).md")
      .matches(of: #/(?m)^```(\w*)\n((?:.*\n)*?)```$/#)
      .filter { $0.output.1.isEmpty }.map { String($0.output.2) }
      // The models have no macros, and Linux has no runtime of Objective-C.
      .map { $0.replacing("#Preview(", with: "@MainActor let preview = Preview(") }
      .map { $0.replacing(#/@objc(\(\w+\))? /#, with: "") }
  }

  @Test(arguments: [
    (
      "PresentingInSwiftUI", 12,
      ["PresentingInSwiftUI", "AdoptingInSwiftUI", "ConnectingScenes"].map { "Articles/\($0)/Article.swift" }
    ),
    (
      "PresentingInUIKit", 9,
      [
        "Articles/AdoptingInUIKit/Article.swift", "Articles/ConnectingScenes/Article.swift",
        "Tests/WaymarkUIKitTests/Articles/CallingFromObjectiveC.swift",
      ]
    ),
    ("PresentingInAppKit", 1, ["Tests/WaymarkAppKitTests/Articles/PresentingInAppKit.swift"]),
    ("MigratingToWaymark", 1, ["Tests/WaymarkUIKitTests/Articles/MigratingToWaymark.swift"]),
    ("WritingClients", 1, ["Articles/WritingClients/Article.swift"]),
  ])
  func `an article's code is in a compiled file`(name: String, count: Int, files: [String]) throws {
    let (compiled, blocks) = (try files.map(Self.text), try Self.blocks(of: name))
    #expect(blocks.count >= count)
    for block in blocks { #expect(compiled.contains { $0.contains(block) }, "\(block)") }
    for (file, text) in zip(files, compiled) {
      #expect(blocks.contains { text.contains($0) }, "\(file) has no code of the article")
    }
  }

  /// Code that needs nothing else compiles as it stands in the article.
  @Test(arguments: [
    ("PresentingInUIKit", "WaymarkUIKitTests/Articles/CallingFromObjectiveC.swift"),
    ("PresentingInAppKit", "WaymarkAppKitTests/Articles/PresentingInAppKit.swift"),
    ("MigratingToWaymark", "WaymarkUIKitTests/Articles/MigratingToWaymark.swift"),
  ])
  func `a compiled file has no other code than the article`(name: String, file: String) throws {
    // Two lines of comments are above the code.
    let code = try #require(
      try Self.text("Tests/\(file)").split(separator: "\n", maxSplits: 2).last.map(String.init))
    #expect(try Self.blocks(of: name).contains(code))
  }

  @Test func `the README's code for SwiftUI is in its compiled file`() throws {
    let compiled = try Self.text("Articles/Readme/Article.swift")
    let blocks = try Self.text("../../README.md").matches(of: #/```swift\n((?:.*\n)*?)```/#).map(\.output.1)
      .filter { $0.contains("import SwiftUI\n") }
    #expect(blocks.count == 1)
    for block in blocks { #expect(compiled.contains(block)) }
  }

  /// The contract is beside the repository where the library is developed.
  private static let contract = package.appending(path: "../../../shared/contract").standardizedFileURL
  private static let hasContract = FileManager.default.fileExists(atPath: contract.path)

  /// The targets UIKitContract, AppKitContract, and SwiftUIContract compile the copies.
  @Test(.enabled(if: hasContract), arguments: ["UIKit", "AppKit", "SwiftUI"])
  func `a copy of the contract is unchanged`(name: String) throws {
    let original = try String(contentsOf: Self.contract.appending(path: "\(name).swift"), encoding: .utf8)
    #expect(try Self.text("Contract/\(name)/\(name).swift") == original)
  }
}
