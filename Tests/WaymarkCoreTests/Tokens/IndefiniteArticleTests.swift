import Testing

@testable import WaymarkCore

@Suite("Indefinite articles in messages")
struct IndefiniteArticleTests {
  @Test(arguments: [
    ("Int", "an"), ("String", "a"), ("UInt", "a"), ("URL", "a"), ("User", "a"), ("XMLParser", "an"),
    ("HTTPClient", "an"), ("JSONDecoder", "a"), ("editor", "an"), ("Note", "a"), ("", "a"),
  ])
  func `the article follows the pronunciation`(name: String, article: String) {
    #expect(IndefiniteArticle.before(name) == article)
  }
}
