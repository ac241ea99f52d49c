import SharedFixtures
import Testing

@testable import WaymarkCore

private let objects = RoutableService<AnyObject>(declaredProtocol: AnyObject.self)

/// Names that make a base large enough to keep the layer of an override separate from it.
private struct Names: RouteModule {
  let count: Int

  var routes: Routes {
    if count > 0 {
      Route(SystemTime.self) {
        RoutableService<any TimeSource>()
        for number in 0..<count { Identifier("\(number)") }
      }
    }
  }
}

@Suite("Separate and merged layers")
struct MergedLayersTests: RouteVocabulary {
  @Test(arguments: [0, 40])
  func `an exclusive route claims its destination in derived registries until overridden`(names: Int)
    throws
  {
    let base = try Registry {
      service({ MemoryStore() }, Service<any NoteStore>(), Exclusive())
      Names(count: names)
    }
    let more = try base.extending { Route({ PlainDraft() }) { Service<any Draft>() } }
    let replaced = try more.overriding { Route({ OtherStore() }) { Service<any NoteStore>() } }
    #expect(more.image.fromTheBase.count == (names == 0 ? 1 : 2))
    let text = problemsOfDeriving { () throws(RegistryError) in
      try more.extending { Route(MemoryStore.self) { Service<any RequiredStore>() } }
    }
    #expect(text.codes == ["exclusivity-violated"])
    let both = try replaced.extending { Route(MemoryStore.self) { Service<any RequiredStore>() } }
    #expect(try both(Service<any RequiredStore>()).name == "memory")
    #expect(try both(Service<any NoteStore>()).name == "other")
  }

  @Test(arguments: [0, 40], [false, true])
  func `an override reaches all adapters of a chain`(names: Int, isSingleton: Bool) throws {
    let base = try Registry {
      Adapter(objects, for: Service<any RequiredStore>())
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
      kept({ MemoryStore() }, Service<any NoteStore>(), if: isSingleton)
      Names(count: names)
    }
    let test = try base.overriding { Route({ MemoryStore(name: "test") }) { Service<any NoteStore>() } }
    #expect(test.image.fromTheBase.count == (names == 0 ? 1 : 2))
    #expect(try (test.makeDestination(to: objects) as? StoreProxy)?.store.name == "test")
    let middle = try test.overriding {
      Route({ MemoryStore(name: "middle") }) { Service<any RequiredStore>() }
    }
    #expect(try (middle.makeDestination(to: objects) as? MemoryStore)?.name == "middle")
    let last = try middle.overriding { Route({ MemoryStore(name: "last") }) { Service<any NoteStore>() } }
    #expect(try (last.makeDestination(to: objects) as? MemoryStore)?.name == "middle")
    #expect(try (base.makeDestination(to: objects) as? StoreProxy)?.store.name == "memory")
  }
}
