import Testing
import Waymark

private final class Needy: Sendable {
  let store = Routed(RoutableService<any NoteStore>())
}

@Suite("Something that is declared leads to each route")
struct UnreachableRouteRuleTests: RouteVocabulary {
  @Test func whatNothingNeedsIsNoted() throws {
    let text = try notes(.unreachableRoute) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
    }
    #expect(
      text == """
        line + 1: note: nothing that is declared leads to Route(MemoryStore) [unreachable-route]
            To fix: add EntryPoint() if the application itself asks for it, or leave the route out
        """)
  }

  @Test func identifiersEntryPointsAndDependenciesLeadToARoute() throws {
    let text = try notes(.unreachableRoute) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route(Needy.self) {
        Service<Needy>(declaredProtocol: Needy.self)
        EntryPoint()
        Requires(Service<any TimeSource>())
      } make: {
        Needy()
      }
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
      }
    }
    #expect(text.isEmpty)
  }

  @Test func aRouteThatOnlyNeedsItselfIsNotReached() throws {
    let text = try notes(.unreachableRoute) {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Requires(Service<any NoteStore>())
      }
    }
    #expect(text.contains("Route(MemoryStore)"))
  }

  @Test func anOverrideIsNotAsked() throws {
    let base = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        EntryPoint()
      }
    }
    #expect(try base.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }.diagnostics.isEmpty)
  }
}
