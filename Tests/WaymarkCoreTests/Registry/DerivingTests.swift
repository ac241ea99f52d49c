import SharedFixtures
import Testing
import WaymarkInspection

@testable import WaymarkCore

@Suite("Deriving registries")
struct DerivingTests: RouteVocabulary {
  private func base() throws(RegistryError) -> Registry {
    try Registry {
      Route(MemoryStore.self) {
        Service(.notes)
        Singleton()
        Identifier("store")
      }
      Adapter(Service<any RequiredStore>(), for: Service(.notes)) { StoreProxy($0) }
      Route(SystemTime.self) { Service(.time) }
    }
  }

  @Test func `an override replaces only its tokens`() throws {
    let base = try base()
    let test = try base.overriding {
      Route({ MemoryStore(name: "test") }) {
        Service(.notes)
        Identifier("store")
      }
    }
    #expect(try test(.notes).name == "test" && test(.time).now == 42 && base(.notes).name == "memory")
    #expect(try (test.router(identifier: "store")?.makeService() as? MemoryStore)?.name == "test")
    let one = try base.overriding { Route({ MemoryStore(name: "test") }) { Service(.notes) } }
    #expect(one.routes.map(\.identifiers) == [["store"], [], []])
  }

  @Test func `a derived registry keeps its base's diagnostics`() throws {
    let base = try base()
    let more = try base.extending { Route({ PlainDraft() }) { Service<any Draft>() } }
    #expect(base.unreachableRoutes.map(\.code) == [.unreachableRoute])
    #expect(more.unreachableRoutes.prefix(1) == base.unreachableRoutes[...])
    #expect(more.unreachableRoutes.map(\.message).last == "no declaration leads to Route(PlainDraft)")
    #expect(Set(more.unreachableRoutes).count == 2)
    let test = try more.overriding { Route(SystemTime.self) { Service(.time) } }
    #expect(test.unreachableRoutes == more.unreachableRoutes)
  }

  @Test func `overrides share no instances`() throws {
    let base = try base()
    let original = try base(.notes)
    for registry in [try base.overriding {}, try base.extending {}.overriding {}] {
      let instance = try registry(.notes)
      #expect(try instance !== original && registry(.notes) === instance)
    }
    #expect(try base(.notes) === original)
  }

  @Test(arguments: [true, false])
  func `extensions share their base's instances`(isMadeFirst: Bool) throws {
    let base = try base()
    let first = isMadeFirst ? try base(.notes) : nil
    let more = try base.extending { kept({ PlainDraft(text: "7") }, Service<any Draft>()) }
    let object = RoutableService<AnyObject>(declaredProtocol: AnyObject.self)
    let again = try more.extending { Adapter(object, for: Service(.notes)) }
    let original = try again(.notes)
    #expect(first == nil || first === original)
    for registry in [base, more, again] {
      for _ in 0..<2 { #expect(try registry(.notes) === original) }
      #expect(try registry.router(to: Service(.notes))?.makeDestination() === original)
      #expect(try registry.router(identifier: "store")?.makeService() as? MemoryStore === original)
    }
    for _ in 0..<2 { #expect(try again(object) === original) }
    #expect(try more(Service<any Draft>()).text == "7")
    #expect(try more(.time).now == 42)
    #expect(base.router(to: Service<any Draft>()) == nil)
  }

  @Test func `many derivations merge into few layers`() throws {
    var registry = try Registry {
      Route({ PlainDraft(text: "-1") }) { Service<any Draft>() }
      Route(MemoryStore.self) {
        Service(.notes)
        for number in 0..<100 { Identifier("\(number)") }
      }
    }
    for number in 0..<100 {
      registry = try registry.overriding { Route({ PlainDraft(text: "\(number)") }) { Service<any Draft>() } }
      #expect(try registry(Service<any Draft>()).text == "\(number)")
      #expect(registry.image.fromTheBase.count <= 3)
    }
    #expect(registry.router(identifier: "99")?.kind == .service)
  }
}
