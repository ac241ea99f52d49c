import Foundation
import Testing

/// Code in an article that only a sample can compile.
@Suite("Quotations of a sample in an article")
struct SampleQuoteTests {
  private static let root = Compiler.fixtures.appending(path: "../../..").standardizedFileURL

  @Test func `the article about serving requests quotes the shop`() throws {
    let shop = try Self.text("Samples/HummingbirdShop/Sources/Shop/Shop.swift")
    let article = try Self.text("Documentation.docc/ServingRequests.md")
    let quotes = article.matches(of: #/\n```([a-z]*)\n((?:.|\n)*?)```/#).filter { $0.output.1.isEmpty }
    #expect(quotes.count > 8)
    let lines = Self.lines(of: shop)
    for quote in quotes {
      // An empty line separates quotations from different places.
      for part in quote.output.2.split(separator: "\n\n") {
        let part = Self.lines(of: String(part))
        let isQuoted = lines.indices.contains { lines[$0...].starts(with: part) }
        #expect(isQuoted, "\(part.joined(separator: "\n"))")
      }
    }
    #expect(shop.count { $0 == "\n" } <= 320)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The lines without their indentation.
  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
