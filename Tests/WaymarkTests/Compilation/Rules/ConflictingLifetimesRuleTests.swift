import Testing
import Waymark

@Suite("Rule: a route has one lifetime")
struct ConflictingLifetimesRuleTests: RouteVocabulary {
  @Test func routeWithTwoLifetimesIsReported() {
    let text = problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
        Singleton()
      }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: Route(MemoryStore) has 2 lifetimes [conflicting-lifetimes]
            WeaklyShared(), Singleton()
            To fix: keep one of them
        """)
  }

  @Test(arguments: [false, true])
  func oneLifetimeChosenByAConditionIsAccepted(isSingleton: Bool) {
    let text = problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        if isSingleton { Singleton() } else { WeaklyShared() }
      }
    }
    #expect(text.isEmpty)
  }
}
