import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: open routes are listed")
struct OpenRoutesRuleTests: RouteVocabulary {
  /// An open route: its closure takes the resolver.
  private func openRoute(_ name: String = "memory", line: Int = #line) -> Route {
    let make = { @Sendable (_: Resolver) in MemoryStore(name: name) }
    return service(make, Service<any NoteStore>(), EntryPoint(), line: line)
  }

  @Test func `a note lists routes with a resolver`() throws {
    let text = try notes(.openRoutes) {
      Route(Editor.self) { View<any EditorInput>() }
      Route({ (_: Resolver) in SystemTime() }) { Service<any TimeSource>() }
      Route({ PlainDraft() }) {
        Service<any Draft>()
      } prepare: { _, _ in
      }
      openRoute()
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }
    #expect(
      text == """
        line + 2: note: 3 routes are open: they may request anything from the registry, and no rule checks these \
        requests [open-routes]
            line + 2: Route(SystemTime)
            line + 3: Route(PlainDraft)
            line + 7: Route(MemoryStore)
            To fix: call registry.dryRun() in a test, which makes the requests
                or: add Accepts(.openRoutes, because: "…") to a route that other tests cover
        """)
  }

  @Test func `a note names one open route, or one open decorator`() throws {
    let route = try notes(.openRoutes) { openRoute() }
    #expect(route.hasPrefix("line + 0: note: Route(MemoryStore) is open: it "), "\(route)")
    let decorator = try notes(.openRoutes) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Decorates(Service<any NoteStore>()) { $0 }
      Decorates(Service<any NoteStore>(), with: { (store: any NoteStore, _: Resolver) in store })
    }
    #expect(
      decorator.hasPrefix("line + 3: note: Decorates(Service<any NoteStore>()) is open: it "), "\(decorator)")
  }

  @Test func `each route accepts the note for itself`() throws {
    func messages(@RoutesBuilder of others: () -> Routes) throws -> [String] {
      try Registry {
        Route({ (_: Resolver) in SystemTime() }) {
          Service<any TimeSource>()
          EntryPoint()
          Accepts(.openRoutes, because: "tests make it")
        }
        others()
      }.diagnostics.map { $0.message.split(separator: ":")[0].description }
    }
    #expect(try messages {} == [])
    #expect(try messages { openRoute() } == ["Route(MemoryStore) is open"])
    let mixed = try messages {
      openRoute()
      Decorates(Service<any NoteStore>(), with: { (store: any NoteStore, _: Resolver) in store })
    }
    #expect(mixed == ["2 declarations are open"])
  }

  @Test func `open routes of an override aren't noted`() throws {
    let base = try Registry { openRoute() }
    let test = try base.overriding { openRoute("test") }
    #expect(base.diagnostics.map(\.code) == [.openRoutes])
    #expect(test.diagnostics == base.diagnostics)
  }
}
