import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

@Suite("Profiles are linked as overrides")
struct LinkedProfileTests: RouteVocabulary {
  @Test func `a decorator of an override stays around the route of a profile beside it`() throws {
    let base = try Registry(profile: .preview) {
      Route(MemoryStore.self) { Service(.notes) }
      When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
    }
    let first = try base.overriding { Decorates(.notes) { LoggingStore($0, "first") } }
    let second = try first.overriding {
      Decorates(.notes) { LoggingStore($0, "second") }
      When(.preview) { Route(OtherStore.init) { Service(.notes) } }
    }
    #expect(try second(Service(.notes)).name == "second(other)")
  }

  @Test func `a rule checks the base's decorator around the route of a profile`() throws {
    let base = try Registry(profile: .preview) {
      Route(MemoryStore.self) { Service(.notes) }
      scoped(OtherStore.init, Service<OtherStore>())
      Decorates(.notes, with: { (inner: any NoteStore, _: OtherStore) in inner })
      When(.preview) { Route(SystemTime.self) { Service<any TimeSource>() } }
    }
    for isInProfile in [false, true] {
      let error = #expect(throws: RegistryError.self, "in a profile: \(isInProfile)") {
        try base.overriding {
          if isInProfile {
            When(.preview) { kept({ MemoryStore() }, Service(.notes)) }
          } else {
            kept({ MemoryStore() }, Service(.notes))
          }
        }
      }
      #expect(error?.diagnostics.map(\.code) == [.captiveScope])
    }
  }

  @Test func `a type in a profile of an extension means the base's provider without a name`() throws {
    let base = try Registry { Route({ FixedTime(now: 1) }) { Service<any TimeSource>() } }
    let error = #expect(throws: RegistryError.self) {
      try base.extending {
        Route({ FixedTime(now: 2) }) { RoutableService<any TimeSource>.declared("named") }
        When(.preview) { Route({ FixedTime(now: 3) }) { Service<any TimeSource>() } }
      }
    }
    #expect(error?.diagnostics.map(\.code) == [.duplicateProvision])
  }

  @Test func `routes are in the order of declaration, without the routes that the profile replaces`() throws {
    let registry = try Registry(profile: .preview) {
      When(.preview) { Route({ FixedTime(now: 1) }) { Service<any TimeSource>() } }
      Route(MemoryStore.self) { Service(.notes) }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(registry.routes.map(\.destination) == ["FixedTime", "MemoryStore"])
  }

  @Test(arguments: [true, false])
  func `an adapter to itself is a cycle, also around a decorated token`(isDecorated: Bool) throws {
    let base = try Registry {
      Route(MemoryStore.self) { Service(.notes) }
      if isDecorated { Decorates(.notes) { LoggingStore($0, "base") } }
    }
    let error = #expect(throws: RegistryError.self) {
      try base.overriding { Adapter(Service(.notes), for: Service(.notes)) { $0 } }
    }
    #expect(error?.diagnostics.map(\.code) == [.adapterCycle])
  }
}
