import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@Suite("Indefinite articles in messages")
struct IndefiniteArticleTests {
  @Test(arguments: [
    ("Int", "an"), ("String", "a"), ("UInt", "a"), ("URL", "a"), ("User", "a"), ("XMLParser", "an"),
    ("HTTPClient", "an"), ("JSONDecoder", "a"), ("editor", "an"), ("Note", "a"), ("", "a"),
  ])
  func articleFollowsThePronunciation(name: String, article: String) {
    #expect(IndefiniteArticle.before(name) == article)
  }
}
