import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

private final class Health: Sendable {
  let checks: [any HealthCheck]
  let byName: [String: any HealthCheck]
  let lazily: Contributions<any HealthCheck>
  init(checks: [any HealthCheck], byName: [String: any HealthCheck], lazily: Contributions<any HealthCheck>) {
    self.checks = checks
    self.byName = byName
    self.lazily = lazily
  }
}

private struct UserCheck: HealthCheck {
  let name: String
  init(login: Login) { name = login.user }
}

@MainActor private final class SettingsScreen {
  @Routed(.settingsPanes) var keyed: [String: any SettingsPane]
  let names: [String]
  init(
    panes: [any SettingsPane], byName: [String: any SettingsPane],
    lazily: ViewContributions<any SettingsPane>, checks: [any HealthCheck]
  ) {
    names = panes.map(\.name) + byName.keys.sorted() + lazily.keys + checks.map(\.name)
  }
}

extension RoutableService<Health> { fileprivate static var health: Self { declared() } }
extension RoutableService<[String: any HealthCheck]> { fileprivate static var byName: Self { declared() } }
extension RoutableView<SettingsScreen> { fileprivate static var settings: Self { declared() } }

/// Requests by name, in each kind of registry, are in `NameTests`.
@Suite("Collections")
struct CollectionTests: RouteVocabulary {
  private func registry() throws(RegistryError) -> Registry {
    try Registry {
      Route({ NamedCheck("plain") }) { Contributes(to: .healthChecks) }
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk", order: 1) }
      Route(ClockCheck.init(time:)) { Contributes(to: .healthChecks, as: CheckKey.clock, order: -1) }
      Route({ NamedCheck("last") }) { Contributes(to: Services(.healthChecks), order: 1) }
      Route(SystemTime.self) { Service(.time) }
      Route(Health.init(checks:byName:lazily:)) { Service(.health) }
      Route(FontsPane.init) { Contributes(to: .settingsPanes, as: "fonts") }
      Route(ColorsPane.init) { Contributes(to: Views(.settingsPanes), as: CheckKey.disk, order: -1) }
      Route(SettingsScreen.init(panes:byName:lazily:checks:)) { View(.settings) }
    }
  }

  private let names = ["clock 42", "plain", "disk", "last"]

  @Test func `elements are in the order of their numbers, then of their declaration`() throws {
    let registry = try registry()
    #expect(try registry.makeDestinations(of: .healthChecks).map(\.name) == names)
    #expect(registry.contributions(to: .healthChecks).keys == ["clock", "disk"])
    let router = try #require(registry.anyRouter(to: RoutableServices(.healthChecks)))
    #expect((try router.makeService() as? [any HealthCheck])?.map(\.name) == names && router.kind == .service)
  }

  @Test func `a service has parameters of all forms`() throws {
    let health = try registry()(.health)
    let keyed = ["disk": "disk", "clock": "clock 42"]
    #expect(health.checks.map(\.name) == names && health.byName.mapValues(\.name) == keyed)
    let lazily = health.lazily
    #expect(lazily.keys == ["clock", "disk"] && lazily.count == 4 && !lazily.isEmpty)
    #expect(try lazily["disk"]?.makeDestination().name == "disk")
    #expect(try lazily[CheckKey.clock]?.makeDestination().name == "clock 42")
    #expect(lazily["none"] == nil && lazily[CheckKey.network] == nil)
    #expect(try lazily.makeDestinations().map(\.name) == names)
    #expect(try lazily.makeDestinationsByKey().mapValues(\.name) == keyed)
    #expect(try lazily.routers.map { try $0.makeDestination().name } == names)
  }

  @Test @MainActor func `a view has parameters of all forms`() throws {
    let registry = try registry()
    let screen = try registry(.settings)
    #expect(screen.names == ["colors", "fonts", "disk", "fonts", "disk", "fonts"] + names)
    #expect(screen.keyed.keys.sorted() == ["disk", "fonts"])
    let panes = registry.contributions(to: .settingsPanes)
    #expect(try panes.makeDestinationsByKey().mapValues(\.name) == ["disk": "colors", "fonts": "fonts"])
    #expect(try panes["fonts"]?.makeDestination { $0.name = "prepared" }.name == "prepared")
  }

  @Test @MainActor func `a collection without contributions is empty`() throws {
    let registry = try Registry {
      Route(Health.init(checks:byName:lazily:)) { Service(.health) }
      Route(SettingsScreen.init(panes:byName:lazily:checks:)) { View(.settings) }
    }
    let health = try registry(.health)
    #expect(health.checks.isEmpty && health.byName.isEmpty)
    #expect(health.lazily.isEmpty && health.lazily.keys.isEmpty && health.lazily["disk"] == nil)
    #expect(try registry(.settings).names == [])
    #expect(registry.diagnostics.allSatisfy { $0.severity == .note })
    #expect(registry.anyRouter(to: RoutableServices(.healthChecks)) == nil)
  }

  @Test func `an optional array or dictionary without contributions is nil`() throws {
    let registry = try Registry {
      Route({
        (all: [any HealthCheck]?, keyed: [String: any HealthCheck]?, lazy: Contributions<any HealthCheck>?) in
        MemoryStore(name: "\(all?.count ?? -1) \(keyed?.count ?? -1) \(lazy?.count ?? -1)")
      }) { Service(.notes) }
    }
    #expect(try registry(.notes).name.hasPrefix("-1 "))
    let more = try registry.extending { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") } }
    #expect(try more(.notes).name == "1 1 1")
    #expect(try more.overriding { Replaces(.healthChecks) }(.notes).name.hasPrefix("-1 -1 "))
  }

  @Test func `an optional dictionary can be a service`() throws {
    let registry = try Registry {
      Route({ (keyed: [String: any HealthCheck]?) in MemoryStore(name: "\(keyed?.count ?? -1)") }) {
        Service(.notes)
      }
      Route({ () -> [String: any HealthCheck] in ["disk": NamedCheck("disk")] }) { Service(.byName) }
    }
    #expect(try registry(.notes).name == "1")
  }

  @Test func `a scope keeps its contribution until it closes`() async throws {
    let registry = try Registry {
      Route(UserCheck.init(login:)) {
        Contributes(to: .healthChecks, as: "user")
        Scoped(to: Login.self)
      }
      Route({ CountedCheck(Counter()) }) {
        Contributes(to: .healthChecks)
        Scoped(to: Login.self)
      }
      Route({ (checks: [any HealthCheck]) in MemoryStore(name: checks.map(\.name).joined()) }) {
        Service(.notes)
      }
    }
    let (ann, ben) = (try registry.opening(Login(user: "ann")), try registry.opening(Login(user: "ben")))
    #expect(try ben(.notes).name == "bencounted")
    let checks = try ann.makeDestinations(of: .healthChecks)
    #expect(checks.map(\.name) == ["ann", "counted"])
    let counted = try ann.contributions(to: .healthChecks).routers[1].makeDestination()
    #expect(counted as? CountedCheck === checks[1] as? CountedCheck)
    #expect(error { _ = try registry.makeDestinations(of: .healthChecks) }?.code == .scopeNotOpen)
    let empty = try registry.overriding { Replaces(.healthChecks) }.opening(Login(user: "cid"))
    let routers = [ann, empty].map { $0.contributions(to: .healthChecks) }
    for scope in [ann, empty] { await scope.close() }
    #expect(error { _ = try ann.makeDestinations(of: .healthChecks) }?.code == .scopeClosed)
    for router in routers {
      #expect(error { _ = try router.makeDestinations() }?.code == .scopeClosed)
      #expect(error { _ = try router.makeDestinationsByKey() }?.code == .scopeClosed)
    }
  }

  @Test func `a contribution has its route's lifetime and other tokens`() throws {
    let counter = Counter()
    let token = RoutableService<CountedCheck>(declaredProtocol: CountedCheck.self)
    let registry = try Registry {
      Route({ CountedCheck(counter) }) {
        token
        Contributes(to: .healthChecks, as: "kept")
        Singleton()
      }
      Route({ CountedCheck(counter) }) { Contributes(to: .healthChecks) }
    }
    func checks(_ registry: Registry) throws -> [CountedCheck] {
      try registry.makeDestinations(of: .healthChecks).compactMap { $0 as? CountedCheck }
    }
    let (first, second) = (try checks(registry), try checks(registry))
    #expect(first[0] === second[0] && first[1] !== second[1])
    #expect(try registry(token) === first[0])
    let kept = try registry.contributions(to: .healthChecks)["kept"]?.makeDestination()
    #expect(kept as? CountedCheck === first[0] && counter.value == 3)
    let extended = try registry.extending { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
    #expect(try checks(extended).first === first[0])
    let other = try registry.overriding { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
    #expect(try checks(other).first !== first[0])
  }

  @Test func `a failure names the contribution and the collection`() throws {
    let line = #line + 2
    let registry = try Registry {
      Route({ () throws -> NamedCheck in throw Failure(description: "no disk") }) {
        Contributes(to: .healthChecks)
      }
    }
    let error = error { _ = try registry.makeDestinations(of: .healthChecks) }
    #expect(
      relative(error?.description ?? "", fileID: #fileID, line: line) == """
        the factory of NamedCheck failed: no disk (Failure) [factoryFailed]
            while making NamedCheck (line + 0), needed by [any HealthCheck] (line + 0)
        """)
  }

  @Test @MainActor func `a dry run records the requests of collections`() throws {
    let registry = try Registry {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route({ (routes: Resolver) in
        MemoryStore(name: "\(routes.registry.contributions(to: .healthChecks).count)")
      }) {
        Service(.notes)
        EntryPoint()
      }
    }
    let run = registry.dryRun()
    #expect(run.diagnostics.isEmpty)
    #expect(
      run.graph.nodes.first { $0.destination == "MemoryStore" }?.requires == ["Services(.healthChecks)"])
    #expect(
      run.graph.edges.map { "\($0.from) \($0.kind) \($0.to)" } == [
        "WaymarkCoreTests.MemoryStore observed SharedFixtures.Services(.healthChecks)",
        "SharedFixtures.Services(.healthChecks) contribution WaymarkCoreTests.DiskCheck",
      ])
  }
}
