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

  @Test func `keys differ by type and by role`() {
    let keys = [
      RoutableView(declaredProtocol: (any EditorInput).self).key,
      RoutableService(declaredProtocol: (any EditorInput).self).key,
      RoutableViewModule(declaredProtocol: (any EditorInput).self).key,
      RoutableServiceModule(declaredProtocol: (any EditorInput).self).key,
      RoutableView(declaredProtocol: (any HeadingInput).self).key,
      RoutableView(declaredProtocol: Editor.self).key,
      RoutableView(declaredProtocol: (any EditorInput & HeadingInput).self).key,
    ]
    #expect(Set(keys).count == keys.count)
    #expect(
      RoutableView(declaredProtocol: (any EditorInput & HeadingInput).self).key
        == RoutableView(declaredProtocol: (any HeadingInput & EditorInput).self).key)
  }
}
