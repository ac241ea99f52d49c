import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: a route has one lifetime")
struct ConflictingLifetimesRuleTests: RouteVocabulary {
  @Test(arguments: [false, true])
  func `a condition can choose between two lifetimes, and a scope combines with weak sharing`(isKept: Bool) {
    let text = problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        if isKept { Singleton() } else { WeaklyShared() }
        if !isKept { Scoped(to: UserSession.self) }
      }
    }
    #expect(text.isEmpty)
  }

  @Test func `a scope with an excluding lifetime is an error`() {
    let text = problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Scoped(to: UserSession.self)
        Singleton()
      }
      Route(MemoryStore.self) {
        Service<any RequiredStore>()
        Transient()
        Scoped(to: UserSession.self)
        Scoped(to: AppWindow.self)
      }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Transient()
        Scoped(to: UserSession.self)
      }
    }
    #expect(
      text.outline == """
        error: 3 problems in 3 routes
        line + 1: error [conflicting-lifetimes]
            Singleton(), Scoped(to: UserSession.self)
        line + 6: error [conflicting-lifetimes]
            Transient(), Scoped(to: UserSession.self), Scoped(to: AppWindow.self)
        line + 12: error [conflicting-lifetimes]
            Transient(), Scoped(to: UserSession.self)
        """)
  }

  @Test func `a kept route can't have a configuration that one caller fills`() {
    let text = problems {
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Scoped(to: UserSession.self)
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 1: error: Route(ChatRoom) has a configuration, but its instance is kept: only the configuration of the first caller would count [conflicting-lifetimes]
            Scoped(to: UserSession.self)
            To fix: add Kept(by:) with a property of the configuration
                or: remove the lifetime
        """)
  }
}
