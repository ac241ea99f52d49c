import SharedFixtures
import Testing

@testable import WaymarkCore

private struct Hidden: Hashable { struct Inside {} }
struct Open<Element> {}

@Suite("Tokens")
struct TokenTests {
  @Test(arguments: [
    ("Int", "an"), ("String", "a"), ("UInt", "a"), ("URL", "a"), ("User", "a"), ("XMLParser", "an"),
    ("HTTPClient", "an"), ("JSONDecoder", "a"), ("editor", "an"), ("Note", "a"), ("", "a"),
  ])
  func `the indefinite article follows the pronunciation`(name: String, article: String) {
    #expect(IndefiniteArticle.before(name) == article)
  }

  @Test(
    arguments: [
      (Int.self, "Swift.Int"),
      (Hidden.Inside.self, "WaymarkCoreTests.Hidden.Inside"),
      (Open<Hidden>.self, "WaymarkCoreTests.Open<WaymarkCoreTests.Hidden>"),
      (
        [Hidden: Open<Hidden.Inside>].self,
        "Swift.Dictionary<WaymarkCoreTests.Hidden, WaymarkCoreTests.Open<WaymarkCoreTests.Hidden.Inside>>"
      ),
    ] as [(Any.Type, String)])
  func `qualified names contain no addresses`(_ type: Any.Type, _ name: String) {
    #expect(QualifiedName.of(type) == name)
  }

  @Test(arguments: [
    (TokenDescription((any EditorInput).self, .view), "View<any EditorInput>"),
    (TokenDescription(PlainDraft.self, .service), "Service<PlainDraft>"),
    (TokenDescription((any EditorModuleConfig).self, .viewModule), "ViewModule<any EditorModuleConfig>"),
    (TokenDescription(MemoryStore.self, .serviceModule), "ServiceModule<MemoryStore>"),
    (TokenDescription((any EditorInput & HeadingInput).self, .view), "View<any EditorInput & HeadingInput>"),
    (TokenDescription(Any.self, .service), "Service<Any>"),
    (TokenDescription((any Draft)?.self, .service), "Service<Optional<Draft>>"),
    (TokenDescription((@Sendable (Int) -> String).self, .service), "Service<@Sendable (Int) -> String>"),
  ])
  func `a token's description is its spelling`(token: TokenDescription, text: String) {
    #expect(token.description == text)
  }

  @Test func `tokens differ by type and by role`() {
    let tokens = [
      TokenDescription((any EditorInput).self, .view), TokenDescription((any EditorInput).self, .service),
      TokenDescription((any EditorInput).self, .viewModule),
      TokenDescription((any EditorInput).self, .serviceModule),
      TokenDescription((any HeadingInput).self, .view), TokenDescription(Editor.self, .view),
      TokenDescription((any EditorInput & HeadingInput).self, .view),
    ]
    #expect(Set(tokens).count == tokens.count)
    #expect(tokens[6] == TokenDescription((any HeadingInput & EditorInput).self, .view))
    #expect(tokens[6].type == (any EditorInput & HeadingInput).self && tokens[3].role == .serviceModule)
  }
}
