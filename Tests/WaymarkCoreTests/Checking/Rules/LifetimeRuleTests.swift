import SharedFixtures
import Testing
import WaymarkCore

extension RoutableService<any NoteStore> { fileprivate static var draftStore: Self { declared() } }

private actor Ledger: NoteStore {
  nonisolated let name = "ledger"
}

@Suite("Rules: a route has one lifetime, which its override states, and which suits its operations")
struct LifetimeRuleTests: RouteVocabulary {
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

  private func base() throws(RegistryError) -> Registry {
    try Registry {
      kept({ MemoryStore() }, Service<any NoteStore>())
      kept({ SystemTime() }, Service<any TimeSource>())
    }
  }

  @Test func `a new object or actor in place of a kept instance is a warning`() throws {
    let text = try problems {
      kept({ MemoryStore() }, Service<any NoteStore>())
      kept({ MemoryStore() }, Service(.notes))
      scoped({ MemoryStore() }, .draftStore)
      Route(FileArchive.init) {
        Service(.archive)
        WeaklyShared()
        Scoped(to: UserSession.self)
      }
      shared({ StoreProxy(MemoryStore()) }, Service<any RequiredStore>())
      rooms()
      Route(SystemTime.self) { Service<any TimeSource>() }
    } overriding: {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route({ Ledger() }) { Service(.notes) }
      Route(MemoryStore.self) { Service(.draftStore) }
      Route(FileArchive.init) { Service(.archive) }
      Route({ StoreProxy(MemoryStore()) }) { Service<any RequiredStore>() }
      Route({ ChatRoom(settings: RoomSettings(), time: SystemTime()) }) {
        Service(.chat)
        Accepts(.partialOverride, because: "the configuration's route stays")
      }
    }
    #expect(text.findings == (13...18).map { "line + \($0) lifetime-changed" })
    #expect(text.contains("\n    line + 1: Route(MemoryStore) is replaced\n"), "\(text)")
  }

  @Test func `an explicit lifetime, and an override of it, are accepted`() throws {
    let registry = try base().overriding {
      service({ MemoryStore() }, Service<any NoteStore>(), Transient())
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(registry.diagnostics.allSatisfy { $0.severity == .note })
    #expect(try registry(Service<any NoteStore>()) !== registry(Service<any NoteStore>()))
    let again = try registry.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }
    #expect(again.diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test func `a new object in place of a closure's new object is accepted`() throws {
    let base = try Registry {
      kept({ MemoryStore() }, Service(.notes))
      Adapter(Service<any RequiredStore>(), for: .notes) { StoreProxy($0) }
    }
    #expect(
      try base(Service<any RequiredStore>()) !== base(Service<any RequiredStore>()),
      "each request gets a new one")
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { Route(MemoryStore.self) { Service<any RequiredStore>() } }
    }
    #expect(text == "", "\(text)")
  }

  private static let cases = [
    RuleCase(
      "an asynchronous factory of a weakly shared route", "line + 5 asynchronous-transient",
      says: "Route(DiskStorage) has an asynchronous factory and is WeaklyShared(), but ",
      "To fix: add Singleton() or Scoped(to:) in place of WeaklyShared()\n"
    ) {
      Route(DiskStorage.init) {
        Service(.storage)
        WeaklyShared()
      }
    },
    RuleCase(
      "operations of a weakly shared route", "line + 6 unkept-lifecycle",
      says: "Route(MemoryStore) has Eager(), Starting, Stopping and is WeaklyShared(), but only kept",
      "To fix: add Singleton() or Scoped(to:) in place of WeaklyShared()\n",
      "        or: remove Eager(), Starting, Stopping"
    ) {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
        Eager()
        Starting { _ in }
        Stopping { _ in }
      }
    },
    RuleCase(
      "a stop of a route with a key", "unkept-lifecycle",
      says: "Route(ChatRoom) has Stopping and is Kept(by:), but only kept instances",
      "To fix: remove the configuration, and add Singleton() or Scoped(to:) in place of Kept(by:)\n"
    ) {
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Kept(by: \RoomSettings.number)
        Stopping { _ in }
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    },
  ]

  @Test(arguments: cases) func `instances that nothing keeps or starts are errors`(row: RuleCase) throws {
    try row.check()
  }

  @Test func `the requirements of routes that don't start may form a cycle`() async throws {
    let registry = try Registry {
      service({ MemoryStore() }, Service<any NoteStore>(), Requires(Service<any TimeSource>()))
      service({ SystemTime() }, Service<any TimeSource>(), Requires(Service<any NoteStore>()))
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Requires(Service<any TimeSource>())
        Starting { _ in }
      }
    }
    try await registry.start()
    _ = try registry.makeDestination(to: .metrics)
  }
}
