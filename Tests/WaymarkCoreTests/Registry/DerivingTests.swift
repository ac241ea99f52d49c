import SharedFixtures
import Testing
import WaymarkInspection

@testable import WaymarkCore

@Suite("Deriving registries")
struct DerivingTests: RouteVocabulary {
  private func base() throws(RegistryError) -> Registry {
    try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
        Identifier("store")
      }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
  }

  @Test func `an override replaces only its tokens`() throws {
    let base = try base()
    let test = try base.overriding {
      Route({ MemoryStore(name: "test") }) {
        Service<any NoteStore>()
        Identifier("store")
      }
    }
    #expect(try test.makeDestination(to: Service<any NoteStore>()).name == "test")
    #expect(try test.makeDestination(to: Service<any TimeSource>()).now == 42)
    #expect(try (test.router(identifier: "store")?.makeService() as? MemoryStore)?.name == "test")
    #expect(try base.makeDestination(to: Service<any NoteStore>()).name == "memory")
    let one = try base.overriding { Route({ MemoryStore(name: "test") }) { Service<any NoteStore>() } }
    #expect(one.routes.map(\.provides) == [[], ["Service<any TimeSource>"], ["Service<any NoteStore>"]])
    #expect(one.routes.map(\.identifiers) == [["store"], [], []])
    #expect(one.adapters == ["Service<any RequiredStore>"])
    #expect(test.routes.map(\.destination) == ["SystemTime", "MemoryStore"])
  }

  @Test func `a derived registry keeps its base's diagnostics`() throws {
    let base = try base()
    let more = try base.extending { Route({ PlainDraft() }) { Service<any Draft>() } }
    #expect(base.unreachableRoutes.map(\.code) == [.unreachableRoute])
    #expect(more.unreachableRoutes.prefix(1) == base.unreachableRoutes[...])
    #expect(more.unreachableRoutes.map(\.message).last == "no declaration leads to Route(PlainDraft)")
    #expect(Set(more.unreachableRoutes).count == 2)
    let test = try more.overriding { Route(SystemTime.self) { Service<any TimeSource>() } }
    #expect(test.unreachableRoutes == more.unreachableRoutes)
  }

  @Test func `an extension skips the modules of an earlier extension`() throws {
    struct DraftModule: RouteModule {
      var routes: Routes {
        Route({ PlainDraft(text: "7") }) {
          Service<any Draft>()
          EntryPoint()
        }
      }
    }
    let first = try base().extending { DraftModule() }
    #expect(try first.extending { DraftModule() }.routes.count == first.routes.count)
  }

  @Test func `overrides share no instances`() throws {
    let base = try base()
    let original = try base.makeDestination(to: Service<any NoteStore>())
    for registry in [try base.overriding {}, try base.extending {}.overriding {}] {
      let instance = try registry.makeDestination(to: Service<any NoteStore>())
      #expect(instance !== original)
      #expect(try registry.makeDestination(to: Service<any NoteStore>()) === instance)
    }
    #expect(try base.makeDestination(to: Service<any NoteStore>()) === original)
  }

  @Test(arguments: [true, false])
  func `extensions share their base's instances`(isMadeFirst: Bool) throws {
    let base = try base()
    let first = isMadeFirst ? try base.makeDestination(to: Service<any NoteStore>()) : nil
    let more = try base.extending { kept({ PlainDraft(text: "7") }, Service<any Draft>()) }
    let object = RoutableService<AnyObject>(declaredProtocol: AnyObject.self)
    let again = try more.extending { Adapter(object, for: Service<any NoteStore>()) }
    let original = try again.makeDestination(to: Service<any NoteStore>())
    #expect(first == nil || first === original)
    for registry in [base, more, again] {
      for _ in 0..<2 { #expect(try registry.makeDestination(to: Service<any NoteStore>()) === original) }
      #expect(try registry.router(to: Service<any NoteStore>())?.makeDestination() === original)
      #expect(try registry.router(identifier: "store")?.makeService() as? MemoryStore === original)
    }
    for _ in 0..<2 { #expect(try again.makeDestination(to: object) === original) }
    #expect(try more.makeDestination(to: Service<any Draft>()).text == "7")
    #expect(try more.makeDestination(to: Service<any TimeSource>()).now == 42)
    #expect(base.router(to: Service<any Draft>()) == nil)
  }

  @Test func `many derivations merge into few layers`() throws {
    var registry = try Registry {
      Route({ PlainDraft(text: "-1") }) { Service<any Draft>() }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        for number in 0..<100 { Identifier("\(number)") }
      }
    }
    for number in 0..<100 {
      registry = try registry.overriding { Route({ PlainDraft(text: "\(number)") }) { Service<any Draft>() } }
      #expect(try registry.makeDestination(to: Service<any Draft>()).text == "\(number)")
      #expect(registry.image.fromTheBase.count <= 3)
    }
    #expect(registry.router(identifier: "99")?.kind == .service)
  }
}
