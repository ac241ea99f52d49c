import SharedFixtures
import Testing
import WaymarkCore

private final class Page: Sendable { init(checks: [any HealthCheck]) {} }
private struct PageCheck: HealthCheck {
  let name = "page"
  init(page: Page) {}
}

@Suite("Rules: routes do not depend on each other in a cycle, or in a deep chain")
struct DependencyCycleRuleTests: RouteVocabulary {
  private static let cases =
    [
      RuleCase(
        "three services", "line + 7 dependency-cycle",
        says: "in a cycle: SystemTime → StoreProxy → MemoryStore → SystemTime [dependency-cycle]",
        "line + 7: Route(SystemTime) needs any RequiredStore (parameter 1), which Route(StoreProxy) makes",
        "line + 9: Route(StoreProxy) needs any NoteStore (parameter 1), which Route(MemoryStore) makes",
        "line + 8: Route(MemoryStore) needs any TimeSource (parameter 1), which Route(SystemTime) makes"
      ) {
        Route({ (_: any RequiredStore) in SystemTime() }) { Service<any TimeSource>() }
        Route({ (_: any TimeSource) in MemoryStore() }) { Service<any NoteStore>() }
        Route(StoreProxy.init) { Service<any RequiredStore>() }
      },
      RuleCase("two views", "line + 1 dependency-cycle", says: "Editor → HeadingEditor → Editor [") {
        Route({ @MainActor @Sendable (_: any HeadingInput) in Editor() }) { View<any EditorInput>() }
        Route(HeadingEditor.init) { View<any HeadingInput>() }
      },
      RuleCase("through an adapter", "dependency-cycle", says: "in a cycle: MemoryStore → MemoryStore") {
        Route({ (_: any RequiredStore) in MemoryStore() }) { Service<any NoteStore>() }
        Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      },
      RuleCase(
        "through a collection, whose contributions can be taken later", "dependency-cycle",
        says: "take Contributions<any HealthCheck> there as parameter 1",
        "needs Services<any HealthCheck> (parameter 1), to which Route(PageCheck) contributes",
        lacks: "a router to"
      ) {
        Route(PageCheck.init(page:)) { Contributes(to: .healthChecks) }
        Route(Page.init(checks:)) { Service<Page>(declaredProtocol: Page.self) }
      },
      RuleCase("a contribution that takes its optional collection", "dependency-cycle") {
        Route({ (_: [any HealthCheck]?) in DiskCheck() }) { Contributes(to: .healthChecks) }
      },
      RuleCase("a contribution that takes its collection later, or by key") {
        Route({ (_: Contributions<any HealthCheck>) in DiskCheck() }) {
          Contributes(to: .healthChecks, as: "lazy")
        }
        Route({ (_: [String: any HealthCheck]) in DiskCheck() }) { Contributes(to: .healthChecks) }
      },
      RuleCase("two cycles", "dependency-cycle", "dependency-cycle") {
        Route({ (_: any RequiredStore) in MemoryStore() }) { Service<any NoteStore>() }
        Route(StoreProxy.init) { Service<any RequiredStore>() }
        Route({ (_: any RequiredDraft) in PlainDraft() }) { Service<any Draft>() }
        Route({ (_: any Draft) in PlainDraft() }) { Service<any RequiredDraft>() }
      },
      RuleCase(
        "of an override", "line + 6 dependency-cycle", says: "MemoryStore → StoreProxy → MemoryStore ["
      ) {
        Route(MemoryStore.self) { Service<any NoteStore>() }
        Route(StoreProxy.init) { Service<any RequiredStore>() }
      } overriding: {
        Route({ (_: any RequiredStore) in MemoryStore() }) { Service<any NoteStore>() }
      },
      RuleCase(
        "of an override that requires a started instance", "dependency-cycle",
        says: "needs any NoteStore (declared), which Route(MemoryStore) makes"
      ) {
        Route(SystemTime.self) { Service(.time) }
        Route({ (_: any TimeSource) in MemoryStore() }) {
          Service(.notes)
          Singleton()
          Starting { _ in }
        }
      } overriding: {
        service({ SystemTime() }, Service(.time), Requires(.notes))
      },
    ]
    + Registry.Stage.allCases.map { stage in
      RuleCase("of an extension's adapter for an optional need", "dependency-cycle", stage: stage) {
        Route({ (_: (any TimeSource)?) in MemoryStore() }) { Service<any NoteStore>() }
        Route(StoreProxy.init) { Service<any RequiredStore>() }
      } extending: {
        Adapter(Service<any TimeSource>(), for: Service<any RequiredStore>()) { _ in SystemTime() }
      }
    }

  @Test(arguments: cases) func `a cycle is an error`(row: RuleCase) throws { try row.check() }

  @Test func `the remedy for a wrapper that provides its own dependency is a decorator`() {
    let remedy =
      "if StoreProxy wraps another NoteStore, write Decorates(Service<any NoteStore>(), with: StoreProxy.init) in place of its route\n"
    let alone = problems { Route(StoreProxy.init) { Service<any NoteStore>.as { $0.store } } }
    #expect(alone.contains("in a cycle: StoreProxy → StoreProxy [dependency-cycle]"), "\(alone)")
    #expect(alone.contains("    To fix: \(remedy)"), "\(alone)")
    let besideWrapped = problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(StoreProxy.init) { Service<any NoteStore>.as { $0.store } }
    }
    #expect(
      besideWrapped.contains("[duplicate-provision]") && besideWrapped.contains("    To fix: \(remedy)"),
      "\(besideWrapped)")
    let unrelated = problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(MemoryStore.self) { Service<any NoteStore>() }
    }
    #expect(!unrelated.contains("Decorates"))
  }

  @Test func `a message shows 20 steps of a longer cycle`() throws {
    let count = 25
    let program = GeneratedProgram(
      types: GeneratedProgram.types(count), eager: (0..<count).map { [($0 + 1) % count] },
      lazy: Array(repeating: [], count: count))
    let error = try #require(throws: RegistryError.self) { try Registry { program.routes } }
    let cycle = try #require(error.diagnostics.first)
    #expect(cycle.code == .dependencyCycle && cycle.related.count == 20)
    #expect(cycle.message.hasPrefix("routes depend on each other in a cycle: A → B → C"))
    #expect(cycle.message.hasSuffix(" → 5 others → A"))
  }

  private func notes(@RoutesBuilder _ routes: () -> Routes) throws(RegistryError) -> [Diagnostic] {
    try Registry(routes).diagnostics.filter { $0.code == .deepChain }
  }

  @Test func `a chain of more than 100 routes is a note`() throws {
    let note = try #require(try notes { LinksModule(0..<101) }.first)
    #expect(note.message.contains("of 101 routes, from Route(Link<D0, D0>) to Route(Link<D10, D0>), creates"))
    #expect(note.detail == "a thread with a small stack can overflow")
    #expect(note.related.map(\.message) == ["the chain ends with Route(Link<D10, D0>)"])
    #expect(try notes { LinksModule(0..<100) } == [])
  }

  @Test(arguments: [0, 50, 99])
  func `a dependency that is resolved later ends a chain`(lazy: Int) throws {
    #expect(try notes { LinksModule(0..<101, lazy: lazy) } == [])
    #expect(try notes { LinksModule(0..<120, lazy: 10) }.count == 1)
  }

  @Test func `an extension counts the routes of its base, and notes only a chain that begins in it`() throws {
    let base = try Registry { LinksModule(60..<120) }
    let complete = try base.extending { LinksModule(0..<60, isOpen: true) }
    #expect(complete.diagnostics.map(\.code) == [.deepChain])
    let long = try Registry { LinksModule(0..<120) }
    let extended = try long.extending { Route(SystemTime.self) { Service(.time) } }
    #expect(extended.diagnostics.filter { $0.code == .deepChain }.count == 1)
  }

  @Test func `a cycle isn't a chain`() {
    let text = problems { LinksModule(0..<120, isOpen: true) }
    #expect(text.contains("[dependency-cycle]") && !text.contains("[deep-chain]"))
  }
}
