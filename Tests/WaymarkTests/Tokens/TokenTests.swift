import Testing

@testable import Waymark

@Suite("Tokens")
struct TokenTests {
  @Test func tokenHasNoStoredState() {
    #expect(MemoryLayout<RoutableView<any EditorInput>>.size == 0)
    #expect(MemoryLayout<RoutableServiceModule<any ImportModuleConfig>>.size == 0)
  }

  @Test(arguments: [
    (TokenDescription(RoutableView<any EditorInput>.self), "View<any EditorInput>"),
    (TokenDescription(RoutableService<PlainDraft>.self), "Service<PlainDraft>"),
    (TokenDescription(RoutableViewModule<any EditorModuleConfig>.self), "ViewModule<any EditorModuleConfig>"),
    (TokenDescription(RoutableServiceModule<MemoryStore>.self), "ServiceModule<MemoryStore>"),
    (
      TokenDescription(RoutableView<any EditorInput & HeadingInput>.self),
      "View<any EditorInput & HeadingInput>"
    ),
    (TokenDescription(RoutableService<Any>.self), "Service<Any>"),
    (TokenDescription(RoutableService<(any Draft)?>.self), "Service<Optional<Draft>>"),
    (TokenDescription(RoutableService<@Sendable (Int) -> String>.self), "Service<@Sendable (Int) -> String>"),
  ])
  func descriptionOfATokenIsItsSpelling(token: TokenDescription, text: String) {
    #expect(token.description == text)
  }

  @Test func keysDifferByTypeAndByRole() {
    let keys = [
      RoutableView<any EditorInput>.key, RoutableService<any EditorInput>.key,
      RoutableViewModule<any EditorInput>.key, RoutableServiceModule<any EditorInput>.key,
      RoutableView<any HeadingInput>.key, RoutableView<Editor>.key,
      RoutableView<any EditorInput & HeadingInput>.key,
    ]
    #expect(Set(keys).count == keys.count)
    #expect(
      RoutableView<any EditorInput & HeadingInput>.key == RoutableView<any HeadingInput & EditorInput>.key)
  }

  @Test(arguments: TokenRole.allCases)
  func roleDeterminesTheKind(role: TokenRole) {
    #expect(role.kind == ([.view, .viewModule, .views].contains(role) ? .view : .service))
    #expect(role.isModule == (role == .viewModule || role == .serviceModule))
  }
}
