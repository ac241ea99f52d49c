import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: open routes are counted")
struct OpenRoutesRuleTests: RouteVocabulary {
  /// An open route: its closure takes the resolver.
  private func openRoute(_ name: String = "memory", line: Int = #line) -> Route {
    Route({ @Sendable (_: Resolver) in MemoryStore(name: name) }, line: line) {
      Service<any NoteStore>()
      EntryPoint()
    }
  }

  @Test func `a note counts routes with a resolver`() throws {
    let text = try notes(.openRoutes) {
      Route(Editor.self) { View<any EditorInput>() }
      Route(SystemTime.self) {
        Service<any TimeSource>()
      } make: { _ in
        SystemTime()
      }
      Route(PlainDraft.self) {
        Service<any Draft>()
      } make: {
        PlainDraft()
      } prepare: { _, _ in
      }
      openRoute()
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }
    #expect(text.hasPrefix("line + 2: note: 3 of 5 routes are open: "), "\(text)")
  }

  @Test func `a note counts one open route in the singular, or one open declaration`() throws {
    let route = try notes(.openRoutes) { openRoute() }
    #expect(route.contains("1 of 1 route is open"))
    let decorator = try notes(.openRoutes) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Decorates(Service<any NoteStore>()) { $0 }
      Decorates(Service<any NoteStore>(), with: { (store: any NoteStore, _: Resolver) in store })
    }
    #expect(decorator.hasPrefix("line + 3: note: 1 of 3 declarations is open: "))
  }

  @Test func `open routes of an override aren't noted`() throws {
    let base = try Registry { openRoute() }
    let test = try base.overriding { openRoute("test") }
    #expect(base.diagnostics.map(\.code) == [.openRoutes])
    #expect(test.diagnostics == base.diagnostics)
  }
}
