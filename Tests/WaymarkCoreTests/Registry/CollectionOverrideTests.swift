import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

@Suite("Overriding and extending collections")
struct CollectionOverrideTests: RouteVocabulary {
  private func check(_ name: String, as key: String? = nil, order: Int = 0) -> Route {
    Route({ NamedCheck(name) }) { Contributes(to: .healthChecks, as: key, order: order) }
  }

  private func names(_ registry: Registry) throws -> [String] {
    try registry.makeDestinations(of: .healthChecks).map(\.name)
  }

  private func base() throws(RegistryError) -> Registry {
    try Registry {
      check("a", as: "a", order: 1)
      check("b", as: "b", order: 2)
      check("c", order: 3)
    }
  }

  @Test func `a contribution with an existing key takes the old place, and the others come last`() throws {
    let registry = try base().overriding { check("new", as: "a", order: 100) }
    #expect(try names(registry) == ["new", "b", "c"])
    #expect(registry.contributions(to: .healthChecks).keys == ["a", "b"])
    #expect(registry.routes.count == 3)
    #expect(try names(registry.extending { check("last", order: 3) }) == ["new", "b", "c", "last"])
    #expect(try names(registry.extending { check("first", order: 0) }) == ["first", "new", "b", "c"])
    let other = try base().overriding {
      check("y", order: 7)
      check("x", as: "x", order: -1)
      check("z", order: -1)
    }
    #expect(try names(other) == ["a", "b", "c", "x", "z", "y"])
    #expect(try names(other.overriding { check("X", as: "x") }) == ["a", "b", "c", "X", "z", "y"])
    #expect(try names(other.extending { check("e", order: 3) }) == ["a", "b", "c", "x", "z", "e", "y"])
  }

  @Test func `Replaces removes all other contributions`() throws {
    let registry = try base().overriding {
      check("only")
      Replaces(.healthChecks)
      check("first", order: -1)
    }
    #expect(try names(registry) == ["first", "only"])
    let none = try base().overriding { Replaces(RoutableServices(.healthChecks)) }
    #expect(try names(none) == [] && none.contributions(to: .healthChecks).isEmpty && none.routes.isEmpty)
    #expect(try names(none.extending { check("later") }) == ["later"])
    #expect(try names(none.overriding { check("later", as: "a") }) == ["later"])
  }

  @Test func `a route of the array takes the place of the collection`() throws {
    let array = RoutableService<[any HealthCheck]>(declaredProtocol: [any HealthCheck].self)
    let base = try base()
    let registry = try base.overriding { Route({ [NamedCheck("new")] as [any HealthCheck] }) { array } }
    #expect(try registry.makeDestination(to: array).map(\.name) == ["new"])
    #expect(try names(registry) == ["new"] && names(base) == ["a", "b", "c"])
  }

  @Test func `the base keeps a collection that it made without the extension`() throws {
    let count: @Sendable ([any HealthCheck]) -> MemoryStore = { MemoryStore(name: "\($0.count)") }
    let base = try base().extending {
      kept(count, .notes)
      Route(count) { Service<any RequiredStore>() }
    }
    func counts(_ registry: Registry) throws -> [String] {
      [try registry(.notes).name, try registry(Service<any RequiredStore>()).name]
    }
    #expect(try counts(base.extending { check("d") }) == ["3", "4"])
    #expect(try counts(base) == ["3", "3"])
    #expect(try counts(base.overriding { check("d") }) == ["4", "4"])
  }

  @Test func `many contributions are in order`() throws {
    let registry = try Registry {
      for number in 0..<1_000 { check("\(number)", as: "\(number)", order: number % 10) }
    }
    let sorted = (0..<1_000).sorted { ($0 % 10, $0) < ($1 % 10, $1) }.map(String.init)
    #expect(try names(registry) == sorted)
    #expect(registry.contributions(to: .healthChecks).keys == sorted)
  }
}
