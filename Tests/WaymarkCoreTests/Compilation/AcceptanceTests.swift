import SharedFixtures
import Testing
import WaymarkCore

@Suite("Accepted diagnostics")
struct AcceptanceTests: RouteVocabulary {
  @Test func `a route suppresses the code that it accepts`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Accepts(.unreachableRoute, because: "for later")
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(registry.unreachableRoutes.map(\.message) == ["no declaration leads to Route(SystemTime)"])
    #expect(registry.diagnostics.isEmpty)
  }

  @Test func `a route doesn't suppress other codes`() throws {
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

  @Test func `an unused acceptance is noted`() throws {
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
            To fix: remove the Accepts entry
        """)
  }

  @Test func `a route can't accept an error`() {
    let text = problems {
      Route(Editor.self) {
        View<any HeadingInput>()
        Accepts(.notConforming, because: "no")
      }
    }
    #expect(text.contains("Editor does not conform to HeadingInput [not-conforming]"))
  }
}
