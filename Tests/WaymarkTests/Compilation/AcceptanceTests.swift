import Testing
import Waymark

@Suite("Accepting what a rule finds")
struct AcceptanceTests: RouteVocabulary {
  @Test func oneCodeAtOneRoute() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Accepts(.unreachableRoute, because: "for later")
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(registry.diagnostics.map(\.message) == ["nothing that is declared leads to Route(SystemTime)"])
  }

  @Test func anotherCodeAtThatRouteIsStillFound() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
      }
      Route(StoreProxy.init) {
        Service<any RequiredStore>()
        Singleton()
        Accepts(.unreachableRoute, because: "for later")
      }
    }
    #expect(registry.diagnostics.map(\.code) == [.captiveDependency])
  }

  @Test func whatIsNotFoundIsNoted() throws {
    let text = try notes(.unusedAcceptance) {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        EntryPoint()
        Accepts(.captiveDependency, because: "it was there once")
      }
    }
    #expect(
      text == """
        line + 1: note: Route(MemoryStore) accepts captive-dependency, which was not found [unused-acceptance]
            Accepts(…, because: "it was there once")
            To fix: leave Accepts out
        """)
  }

  @Test func anErrorCannotBeAccepted() {
    let text = problems {
      Route(Editor.self) {
        View<any HeadingInput>()
        Accepts(.notConforming, because: "no")
      }
    }
    #expect(text.contains("Editor does not conform to HeadingInput [not-conforming]"))
  }
}
