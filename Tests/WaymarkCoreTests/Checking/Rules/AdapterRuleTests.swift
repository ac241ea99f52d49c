import SharedFixtures
import Testing
import WaymarkCore

private protocol Labeled: Sendable { var label: String { get } }
private protocol LabeledStore: Labeled {}
private final class OnlyNotes: NoteStore {
  let name = "notes"
}
private final class LabeledProxy: LabeledStore {
  let label: String
  init(_ store: any RequiredStore) { label = "label of \(store.name)" }
}

extension RoutableService<any Labeled> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any LabeledStore> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
}

@Suite("Rules: an adapter has a target that conforms, is the only one of its token, and forms no cycle")
struct AdapterRuleTests: RouteVocabulary {
  private static let cases = [
    RuleCase(
      "a target of another kind", "line + 5 dangling-adapter",
      says: "line + 4: View<any EditorInput> is provided here"
    ) {
      Route(Editor.self) { View<any EditorInput>() }
      Adapter(Service<any RequiredStore>(), for: Service<any EditorInput>()) { _ in MemoryStore() }
    },
    RuleCase(
      "two adapters of one token", "line + 6 duplicate-adapter",
      says: "line + 5: Adapter(Service<any RequiredStore>(), for: "
    ) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    },
    RuleCase(
      "a cycle of three, which isn't of the first", "line + 8 adapter-cycle",
      says:
        "Service<any RequiredStore> → Service<any NoteStore> → Service<any TimeSource> → Service<any RequiredStore> [",
      "line + 9: Adapter(Service<any NoteStore>(), for: Service<any TimeSource>())\n",
      "line + 10: Adapter(Service<any TimeSource>(), for: Service<any RequiredStore>())\n"
    ) {
      Adapter(Service<any Draft>(), for: Service<any RequiredStore>()) { _ in PlainDraft() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Adapter(Service<any NoteStore>(), for: Service<any TimeSource>()) { _ in MemoryStore() }
      Adapter(Service<any TimeSource>(), for: Service<any RequiredStore>()) { _ in SystemTime() }
    },
    RuleCase("a cycle of the base's adapter and an override's", "adapter-cycle") {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    } overriding: {
      Adapter(Service<any NoteStore>(), for: Service<any RequiredStore>()) { _ in MemoryStore() }
    },
  ]

  @Test(.timeLimit(.minutes(1)), arguments: cases)
  func `a missing target, a second adapter, and a cycle are errors`(row: RuleCase) throws { try row.check() }

  @Test func `a type that doesn't conform is an error`() {
    let text = problems {
      Route(Editor.self, configuration: { Both() }) {
        View<any EditorInput>()
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
      Route({ StoreProxy(MemoryStore()) }) { Service<any NoteStore>.as { $0.store } }
      Route(SystemTime.self) { Service<any TimeSource>.as { $0 } }
      Adapter(View<any HeadingInput>(), for: View<any EditorInput>())
      Adapter(ViewModule<any RequiredModuleConfig>(), for: ViewModule<any EditorModuleConfig>())
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Adapter(Service<any Draft>(), for: Service<any TimeSource>())
    }
    #expect(
      text == """
        error: 3 problems in 3 routes
        line + 9: error: Editor does not conform to HeadingInput [not-conforming]
            Adapter(View<any HeadingInput>(), for: View<any EditorInput>())
            line + 1: Route(Editor) provides it
            To fix: conform Editor to HeadingInput
                or: give the adapter a closure
        line + 10: error: Both does not conform to RequiredModuleConfig [not-conforming]
            Adapter(ViewModule<any RequiredModuleConfig>(), for: ViewModule<any EditorModuleConfig>())
            line + 1: Route(Editor) provides it
            To fix: conform Both to RequiredModuleConfig
                or: give the adapter a pair of closures, { … } back: { … }
        line + 12: error: SystemTime does not conform to Draft [not-conforming]
            Adapter(Service<any Draft>(), for: Service<any TimeSource>())
            line + 8: Route(SystemTime) provides it
            To fix: give the adapter a closure, because it adapts the result of a closure
        """)
  }

  @Test func `the rule follows a chain of adapters to the base's route`() throws {
    let text = try problems {
      Route(Editor.self) { View<any EditorInput>() }
    } extending: {
      Adapter(View<any HeadingInput>(), for: View<any PreviewInput>())
      Adapter(View<any PreviewInput>(), for: View<any EditorInput>()) { _ in throw Failure(description: "") }
    }
    #expect(text.findings == ["line + 3 not-conforming"])
    #expect(text.contains("\n    line + 1: Route(Editor) provides it\n"), "\(text)")
    // Conforming the route's destination wouldn't help.
    let remedies = text.split(separator: "\n").filter { $0.contains(#/^ *(To fix|or): /#) }
    #expect(remedies == ["    To fix: give the adapter a closure, because it adapts the result of a closure"])
  }

  @Test func `an override conforms to a required interface, or provides it in another way`() throws {
    let base = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
    }
    let text = problemsOfDeriving(try base.overriding { Route({ OnlyNotes() }) { Service<any NoteStore>() } })
    #expect(text.contains("OnlyNotes does not conform to RequiredStore [not-conforming]"))
    #expect(text.contains("Route(OnlyNotes) provides it"))
    func name(@RoutesBuilder _ changes: () -> Routes) throws -> String {
      try base.overriding(changes)(Service<any RequiredStore>()).name
    }
    let value: any NoteStore = MemoryStore(name: "value")
    let names = [
      try name { Overrides(Service<any NoteStore>(), with: value) },
      try name { Route({ OnlyNotes() }) { Service<any NoteStore>.as { _ in MemoryStore(name: "closure") } } },
      try name {
        Route({ OnlyNotes() }) { Service<any NoteStore>() }
        Decorates(Service<any NoteStore>()) { _ in MemoryStore(name: "decorator") }
      },
      try name {
        Route({ OnlyNotes() }) { Service<any NoteStore>() }
        Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
      },
    ]
    #expect(names == ["value", "closure", "decorator", "proxy of notes"])
  }

  @Test func `the interface of a closure's result may imply the required interface`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any LabeledStore>(), for: Service<any NoteStore>()) { LabeledProxy(StoreProxy($0)) }
      Adapter(Service<any Labeled>(), for: Service<any LabeledStore>())
    }
    #expect(try registry.makeDestination(to: Service<any Labeled>()).label == "label of proxy of memory")
  }

  private struct Both: EditorModuleConfig { var note: Note? }
}
