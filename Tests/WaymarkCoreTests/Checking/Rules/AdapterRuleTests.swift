import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rules: an adapter has a target, is the only one of its token, and forms no cycle")
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
}
