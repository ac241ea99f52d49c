import SharedFixtures
import Testing

@testable import WaymarkCore

@Suite("The tokens of a registry")
struct RoutablesOfRegistryTests: RouteVocabulary {
  @Test func `a registry lists all tokens in order`() throws {
    let base = try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
        View<any EditorInput>()
      } make: { _, _ in
        Editor()
      }
      Adapter(View<any HeadingInput>(), for: View<any EditorInput>()) { HeadingEditor($0) }
      Route(MemoryStore.self) { Service<any NoteStore>() }
    }
    let tokens = [
      "View<any EditorInput>()", "ViewModule<any EditorModuleConfig>()", "Service<any NoteStore>()",
      "View<any HeadingInput>()",
    ]
    #expect(base.routables.map { "\($0)" } == tokens)
    let derived = try base.extending { Route(SystemTime.self) { Service<any TimeSource>() } }
    #expect(derived.routables.map { "\($0)" } == tokens + ["Service<any TimeSource>()"])
    let overridden = try base.overriding { Route({ MemoryStore(name: "x") }) { Service<any NoteStore>() } }
    #expect(overridden.routables.count == tokens.count)
    for token in derived.routables { #expect(derived.anyRouter(to: token) != nil) }
  }
}
