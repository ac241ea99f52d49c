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

  @Test func `an extension adds contributions by their order`() throws {
    let base = try base()
    let registry = try base.extending {
      check("x", order: 2)
      check("y", as: "y")
    }
    #expect(try names(registry) == ["y", "a", "b", "x", "c"])
    #expect(try names(base) == ["a", "b", "c"])
  }

  @Test func `a route of the array takes the place of the collection`() throws {
    let array = RoutableService<[any HealthCheck]>(declaredProtocol: [any HealthCheck].self)
    let base = try base()
    let registry = try base.overriding { Route({ [NamedCheck("new")] as [any HealthCheck] }) { array } }
    #expect(try registry.makeDestination(to: array).map(\.name) == ["new"])
    #expect(try names(registry) == ["new"] && names(base) == ["a", "b", "c"])
  }

  @Test func `the base keeps a collection that it made without the extension`() throws {
    final class Holder: Sendable {
      let checks: [any HealthCheck]
      init(checks: [any HealthCheck]) { self.checks = checks }
    }
    let (holder, fresh) = (
      RoutableService<Holder>(declaredProtocol: Holder.self),
      RoutableService<[Int]>(declaredProtocol: [Int].self)
    )
    let base = try self.base().extending {
      kept(Holder.init(checks:), holder)
      Route({ (checks: [any HealthCheck]) in [checks.count] }) { fresh }
    }
    let registry = try base.extending { check("d") }
    #expect(try registry.makeDestination(to: holder).checks.count == 3)
    #expect(try registry.makeDestination(to: fresh) == [4] && base.makeDestination(to: fresh) == [3])
    let other = try base.overriding { check("d") }
    #expect(try other.makeDestination(to: holder).checks.count == 4)
  }

  @Test func `many contributions are in order`() throws {
    let registry = try Registry {
      for number in 0..<1_000 { check("\(number)", as: "\(number)", order: number % 10) }
    }
    let sorted = (0..<1_000).sorted { ($0 % 10, $0) < ($1 % 10, $1) }.map(String.init)
    #expect(try names(registry) == sorted)
    #expect(registry.contributions(to: .healthChecks).keys == sorted)
  }

  @Test func `a router to the collection of a closed scope throws`() async throws {
    let base = try Registry { Route({ NamedCheck("a") }) { Contributes(to: .healthChecks) } }
    let empty = try base.overriding { Replaces(.healthChecks) }
    for registry in [base, empty] {
      let scope = try registry.opening(Visit(path: "/"))
      let router = scope.contributions(to: .healthChecks)
      await scope.close()
      #expect(#expect(throws: RouteError.self) { try router.makeDestinations() }?.code == .scopeClosed)
      #expect(#expect(throws: RouteError.self) { try router.makeDestinationsByKey() }?.code == .scopeClosed)
    }
  }

  @Test func `an optional array or dictionary of a collection without contributions is nil`() throws {
    let token = RoutableService<[Bool]>(declaredProtocol: [Bool].self)
    let base = try base().extending {
      Route({ (array: [any HealthCheck]?, keyed: [String: any HealthCheck]?) in [array == nil, keyed == nil] }
      ) {
        token
      }
    }
    #expect(try base(token) == [false, false])
    #expect(try base.overriding { Replaces(.healthChecks) }(token) == [true, true])
  }
}
