import SharedFixtures
import Testing
import WaymarkCore

extension RoutableService<any NoteStore> { fileprivate static var draftStore: Self { declared() } }

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
}
