import SharedFixtures
import Testing
import WaymarkCore

private final class Page: Sendable { init(checks: [any HealthCheck]) {} }
private struct PageCheck: HealthCheck {
  let name = "page"
  init(page: Page) {}
}

@Suite("Rule: routes do not depend on each other in a cycle")
struct DependencyCycleRuleTests: RouteVocabulary {
  @Test func `a cycle of three services is an error`() {
    let text = problems {
      Route({ @Sendable (_: any RequiredStore) in SystemTime() }) { Service<any TimeSource>() }
      Route({ @Sendable (_: any TimeSource) in MemoryStore() }) { Service<any NoteStore>() }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }
    #expect(
      text.contains("in a cycle: SystemTime → StoreProxy → MemoryStore → SystemTime [dependency-cycle]"))
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 1: error [dependency-cycle]
            line + 1: Route(SystemTime) needs any RequiredStore (parameter 1), which Route(StoreProxy) makes
            line + 3: Route(StoreProxy) needs any NoteStore (parameter 1), which Route(MemoryStore) makes
            line + 2: Route(MemoryStore) needs any TimeSource (parameter 1), which Route(SystemTime) makes
        """)
  }

  @Test func `a cycle of views is an error`() {
    let text = problems {
      Route({ @MainActor @Sendable (_: any HeadingInput) in Editor() }) { View<any EditorInput>() }
      Route(HeadingEditor.init) { View<any HeadingInput>() }
    }
    #expect(text.findings == ["line + 1 dependency-cycle"])
    #expect(text.contains("in a cycle: Editor → HeadingEditor → Editor [dependency-cycle]"), "\(text)")
  }

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

  @Test func `a cycle through an adapter is an error`() {
    let text = problems {
      Route({ @Sendable (_: any RequiredStore) in MemoryStore() }) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
    }
    #expect(text.contains("routes depend on each other in a cycle: MemoryStore → MemoryStore"))
  }

  @Test func `the remedy of a cycle through a collection is to take its contributions later`() {
    let text = problems {
      Route(PageCheck.init(page:)) { Contributes(to: .healthChecks) }
      Route(Page.init(checks:)) { Service<Page>(declaredProtocol: Page.self) }
    }
    #expect(text.contains("[dependency-cycle]"))
    #expect(text.contains("take Contributions<any HealthCheck> there as parameter 1"))
    #expect(!text.contains("a router to"))
  }

  @Test func `each of two cycles is an error`() {
    let text = problems {
      Route({ @Sendable (_: any RequiredStore) in MemoryStore() }) { Service<any NoteStore>() }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
      Route({ @Sendable (_: any RequiredDraft) in PlainDraft() }) { Service<any Draft>() }
      Route({ @Sendable (_: any Draft) in PlainDraft() }) { Service<any RequiredDraft>() }
    }
    #expect(text.codes == ["dependency-cycle", "dependency-cycle"])
  }

  @Test func `an override that closes a cycle is an error`() throws {
    let text = try problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    } overriding: {
      Route({ @Sendable (_: any RequiredStore) in MemoryStore() }) { Service<any NoteStore>() }
    }
    #expect(text.findings == ["line + 4 dependency-cycle"])
    #expect(text.contains("in a cycle: MemoryStore → StoreProxy → MemoryStore [dependency-cycle]"), "\(text)")
  }

  @Test func `an overriding adapter that closes a cycle is an error`() throws {
    let text = try problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
      Route({ @Sendable (_: any RequiredStore) in SystemTime() }) { Service<any TimeSource>() }
    } overriding: {
      Adapter(Service<any NoteStore>(), for: Service<any TimeSource>()) { _ in MemoryStore() }
    }
    #expect(text.findings == ["line + 3 dependency-cycle"])
    #expect(
      text.contains("Route(StoreProxy) needs any NoteStore (parameter 1), which Route(SystemTime) makes"))
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

  @Test(arguments: Registry.Stage.allCases)
  func `an extension's adapter that closes a cycle through an optional need is an error`(
    stage: Registry.Stage
  ) throws {
    let text = try problems(stage: stage) {
      Route({ (_: (any TimeSource)?) in MemoryStore() }) { Service<any NoteStore>() }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    } extending: {
      Adapter(Service<any TimeSource>(), for: Service<any RequiredStore>()) { _ in SystemTime() }
    }
    #expect(text.codes == ["dependency-cycle"])
  }

  @Test func `an override can't require a started instance that depends on it`() throws {
    let text = try problems {
      Route(SystemTime.self) { Service(.time) }
      Route({ (_: any TimeSource) in MemoryStore() }) {
        Service(.notes)
        Singleton()
        Starting { _ in }
      }
    } overriding: {
      service({ SystemTime() }, Service(.time), Requires(.notes))
    }
    #expect(text.codes == ["dependency-cycle"])
  }
}
