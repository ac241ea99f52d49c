import Testing
import Waymark

@Suite("A route has one lifetime")
struct ConflictingLifetimesRuleTests: RouteVocabulary {
  @Test func twoLifetimes() {
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
            To fix: leave one of them
        """)
  }

  @Test(arguments: [false, true])
  func oneOfTwoByConditionIsFine(isSingleton: Bool) {
    let text = problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        if isSingleton { Singleton() } else { WeaklyShared() }
      }
    }
    #expect(text.isEmpty)
  }
}
