import SharedFixtures
import Testing
import WaymarkCore

private actor Ledger: NoteStore {
  nonisolated let name = "ledger"
}

@Suite("Rule: an override states whether its instances are kept")
struct LifetimeChangedRuleTests: RouteVocabulary {
  private func base() throws(RegistryError) -> Registry {
    try Registry {
      kept({ MemoryStore() }, Service<any NoteStore>())
      kept({ SystemTime() }, Service<any TimeSource>())
    }
  }

  @Test func `a new object in place of a singleton is a warning`() throws {
    let base = try base()
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }
    }
    #expect(
      text == """
        line + 1: warning: Route(MemoryStore) makes a new object for each request, and replaces a route that is Singleton() [lifetime-changed]
            line + -7: Route(MemoryStore) is replaced
            To fix: add Singleton() to it
                or: add Transient() if this is intended
        """)
  }

  @Test func `a new actor in place of a singleton is a warning`() throws {
    let base = try base()
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { Route({ Ledger() }) { Service<any NoteStore>() } }
    }
    #expect(text.findings == ["line + 1 lifetime-changed"])
  }

  @Test func `a new object in place of a scoped instance is a warning`() throws {
    let text = try problems {
      scoped({ MemoryStore() }, Service<any NoteStore>())
      Route(FileArchive.init) {
        Service(.archive)
        WeaklyShared()
        Scoped(to: UserSession.self)
      }
    } overriding: {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(FileArchive.init) { Service(.archive) }
    }
    #expect(text.findings == ["line + 8 lifetime-changed", "line + 9 lifetime-changed"])
  }

  @Test func `a new object in place of a weakly shared one is a warning`() throws {
    let text = try problems {
      shared({ MemoryStore() }, Service<any NoteStore>())
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Service(.chat)
        Kept(by: \RoomSettings.number)
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    } overriding: {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route({ ChatRoom(settings: RoomSettings(), time: SystemTime()) }) {
        Service(.chat)
        Accepts(.partialOverride, because: "the configuration's route stays")
      }
    }
    #expect(text.findings == ["line + 9 lifetime-changed", "line + 10 lifetime-changed"])
  }

  @Test func `an explicit lifetime is accepted`() throws {
    let base = try base()
    let registry = try base.overriding {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Transient()
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(registry.diagnostics.allSatisfy { $0.severity == .note })
    let store = try registry.makeDestination(to: Service<any NoteStore>())
    #expect(try registry.makeDestination(to: Service<any NoteStore>()) !== store)
    let kept = try registry.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }
    #expect(kept.diagnostics.allSatisfy { $0.severity == .note })
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
}
