import Foundation
import Testing

/// Code in an article that only a sample can compile.
@Suite("Quotations of a sample in an article")
struct SampleQuoteTests {
  @Test func `the article about serving requests quotes the shop`() throws {
    let shop = try Compiler.text("Samples/HummingbirdShop/Sources/Shop/Shop.swift")
    let article = try Compiler.text("Documentation.docc/ServingRequests.md")
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

  /// The lines without their indentation.
  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
