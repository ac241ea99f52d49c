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

private final class Probe {
  @Routed(.healthChecks) var checks
  @Routed(.healthChecks) var byName: [String: any HealthCheck]
  @Routed(RoutableServices(.healthChecks)) var lazily: Contributions<any HealthCheck>
}

private struct UserCheck: HealthCheck {
  let name: String
  init(login: Login) { name = login.user }
}

@MainActor private final class PaneProbe {
  @Routed(.settingsPanes) var panes
  @Routed(.settingsPanes) var byName: [String: any SettingsPane]
  @Routed(.settingsPanes) var lazily: ViewContributions<any SettingsPane>
}

@MainActor private final class SettingsScreen: ViewDestination {
  var names: [String] = []
  init() {}
  init(
    panes: [any SettingsPane], byName: [String: any SettingsPane],
    lazily: ViewContributions<any SettingsPane>,
    checks: [any HealthCheck]
  ) throws {
    names = panes.map(\.name) + byName.keys.sorted() + lazily.keys + checks.map(\.name)
  }
}

extension RoutableService<Health> { fileprivate static var health: Self { declared() } }
extension RoutableView<SettingsScreen> { fileprivate static var settings: Self { declared() } }

@Suite("Collections")
struct CollectionTests: RouteVocabulary {
  private func registry() throws(RegistryError) -> Registry {
    try Registry {
      Route({ NamedCheck("plain") }) { Contributes(to: .healthChecks) }
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk", order: 1) }
      Route(ClockCheck.init(time:)) { Contributes(to: .healthChecks, as: CheckKey.clock, order: -1) }
      Route({ NamedCheck("last") }) { Contributes(to: Services(.healthChecks), order: 1) }
      Route(SystemTime.self) { Service<any TimeSource>() }
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
    #expect(try registry.makeDestinations(of: RoutableServices(.healthChecks)).map(\.name) == names)
    #expect(registry.contributions(to: .healthChecks).keys == ["clock", "disk"])
    #expect(registry.contributions(to: RoutableServices(.healthChecks)).count == 4)
    let router = try #require(registry.anyRouter(to: RoutableServices(.healthChecks)))
    #expect((try router.makeService() as? [any HealthCheck])?.map(\.name) == names && router.kind == .service)
  }

  @Test func `parameters and properties can have all forms`() throws {
    let health = try registry().makeDestination(to: .health)
    #expect(health.checks.map(\.name) == names)
    #expect(health.byName.mapValues(\.name) == ["disk": "disk", "clock": "clock 42"])
    #expect(health.lazily.keys == ["clock", "disk"] && health.lazily.count == 4 && !health.lazily.isEmpty)
    #expect(try health.lazily["disk"]?.makeDestination().name == "disk")
    #expect(try health.lazily[CheckKey.clock]?.makeDestination().name == "clock 42")
    #expect(health.lazily["none"] == nil && health.lazily[CheckKey.network] == nil)
    #expect(try health.lazily.makeDestinations().map(\.name) == names)
    #expect(
      try health.lazily.makeDestinationsByKey().mapValues(\.name) == ["disk": "disk", "clock": "clock 42"])
    #expect(try health.lazily.routers.map { try $0.makeDestination().name } == names)
    let probe = try Registry.withCurrent(registry()) { Probe() }
    #expect(probe.checks.map(\.name) == names)
    #expect(probe.byName.mapValues(\.name) == ["disk": "disk", "clock": "clock 42"])
    #expect(probe.lazily.keys == ["clock", "disk"])
  }

  @Test @MainActor func `the main actor collects views`() throws {
    let registry = try registry()
    #expect(try registry.makeDestinations(of: .settingsPanes).map(\.name) == ["colors", "fonts"])
    #expect(
      try registry.makeDestinations(of: RoutableViews(.settingsPanes)).map(\.name) == ["colors", "fonts"])
    #expect(
      try registry.makeDestination(to: .settings).names
        == ["colors", "fonts", "disk", "fonts", "disk", "fonts"] + names)
    let panes = registry.contributions(to: .settingsPanes)
    #expect(try panes.makeDestinations().map(\.name) == ["colors", "fonts"])
    #expect(try panes.makeDestinationsByKey().keys.sorted() == ["disk", "fonts"])
    #expect(try panes["fonts"]?.makeDestination { $0.name = "prepared" }.name == "prepared")
    let probe = Registry.withCurrent(registry) { PaneProbe() }
    #expect(probe.panes.map(\.name) == ["colors", "fonts"])
    #expect(probe.byName.keys.sorted() == ["disk", "fonts"] && probe.lazily.keys == ["disk", "fonts"])
  }

  @Test @MainActor func `a collection without contributions is empty`() throws {
    let registry = try Registry {
      Route(Health.init(checks:byName:lazily:)) { Service(.health) }
      Route(SettingsScreen.init(panes:byName:lazily:checks:)) { View(.settings) }
    }
    let health = try registry.makeDestination(to: .health)
    #expect(
      health.checks.isEmpty && health.byName.isEmpty && health.lazily.isEmpty && health.lazily.keys.isEmpty)
    #expect(try health.lazily.makeDestinations().isEmpty && health.lazily["disk"] == nil)
    #expect(try registry.makeDestination(to: .settings).names == [])
    #expect(try registry.makeDestinations(of: .healthChecks).isEmpty)
    #expect(try registry.makeDestinations(of: .settingsPanes).isEmpty)
    let probe = Registry.withCurrent(registry) { Probe() }
    #expect(probe.checks.isEmpty && probe.byName.isEmpty && probe.lazily.isEmpty)
    #expect(registry.diagnostics.allSatisfy { $0.severity == .note })
    #expect(registry.anyRouter(to: RoutableServices(.healthChecks)) == nil)
  }

  @Test func `an optional array without contributions is nil, and other optional forms get them`() throws {
    let registry = try Registry {
      Route({
        (
          checks: [any HealthCheck]?, keyed: [String: any HealthCheck]?, lazy: Contributions<any HealthCheck>?
        ) in
        MemoryStore(name: "\(checks?.count ?? -1) \(keyed?.count ?? -1) \(lazy?.count ?? -1)")
      }) { Service(.notes) }
    }
    #expect(try registry(.notes).name.hasPrefix("-1 "))
    let more = try registry.extending { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") } }
    #expect(try more(.notes).name == "1 1 1")
  }

  @Test func `a scope keeps its contribution until it closes`() async throws {
    let registry = try Registry {
      Route(UserCheck.init(login:)) {
        Contributes(to: .healthChecks, as: "user")
        Scoped(to: Login.self)
      }
      Route(ClockCheck.init(time:)) {
        Contributes(to: .healthChecks)
        Scoped(to: Login.self)
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route({ (checks: [any HealthCheck]) in MemoryStore(name: checks.map(\.name).joined()) }) {
        Service(.notes)
      }
    }
    let (ann, ben) = (try registry.opening(Login(user: "ann")), try registry.opening(Login(user: "ben")))
    #expect(try ben(.notes).name == "benclock 42")
    let checks = try ann.makeDestinations(of: .healthChecks)
    #expect(checks.map(\.name) == ["ann", "clock 42"])
    let clock = try ann.contributions(to: .healthChecks).routers[1].makeDestination()
    #expect(clock as? ClockCheck === checks[1] as? ClockCheck)
    #expect(try ann.contributions(to: .healthChecks)["user"]?.makeDestination().name == "ann")
    #expect(error { _ = try registry.makeDestinations(of: .healthChecks) }?.code == .scopeNotOpen)
    await ann.close()
    #expect(error { _ = try ann.makeDestinations(of: .healthChecks) }?.code == .scopeClosed)
  }

  @Test func `Takes supplies an optional array`() throws {
    let registry = try Registry {
      NamedModule(keys: [.main, .copy])
      Route({ (all: [any NamedLedger]?) in MemoryStore(name: all?.first?.label ?? "nil") }) {
        Service(.notes)
        Takes(.copyLedgers)
      }
    }
    #expect(try registry(.notes).name == "copy")
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
    let first = try registry.makeDestinations(of: .healthChecks).compactMap { $0 as? CountedCheck }
    let second = try registry.makeDestinations(of: .healthChecks).compactMap { $0 as? CountedCheck }
    #expect(first[0] === second[0] && first[1] !== second[1])
    #expect(try registry.makeDestination(to: token) === first[0])
    #expect(
      try registry.contributions(to: .healthChecks)["kept"]?.makeDestination() as? CountedCheck === first[0])
    #expect(counter.value == 3)
    let extended = try registry.extending { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
    #expect(try extended.makeDestinations(of: .healthChecks).first as? CountedCheck === first[0])
    let other = try registry.overriding { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
    #expect(try other.makeDestinations(of: .healthChecks).first as? CountedCheck !== first[0])
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

  @Test func `descriptions list contributions`() throws {
    let registry = try registry()
    #expect(
      registry.routes.flatMap(\.provides).filter { $0.contains(/^(Services|Views)/) } == [
        "Services(.healthChecks)", "Services(.healthChecks) as \"disk\"",
        "Services(.healthChecks) as \"clock\"", "Services(.healthChecks)",
        "Views(.settingsPanes) as \"fonts\"", "Views(.settingsPanes) as \"disk\"",
      ])
    let other = try registry.overriding {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
    }
    #expect(other.routes.count == registry.routes.count)
  }

  @Test @MainActor func `a dry run records the requests of collections`() throws {
    let registry = try Registry {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route({ (routes: Resolver) in
        Health(checks: [], byName: [:], lazily: routes.registry.contributions(to: .healthChecks))
      }) {
        Service(.health)
        EntryPoint()
      }
    }
    let run = registry.dryRun()
    #expect(run.diagnostics.isEmpty)
    #expect(run.graph.nodes.first { $0.destination == "Health" }?.requires == ["Services(.healthChecks)"])
    #expect(
      run.graph.edges.map { "\($0.from) \($0.kind) \($0.to)" } == [
        "WaymarkCoreTests.Health observed SharedFixtures.Services(.healthChecks)",
        "SharedFixtures.Services(.healthChecks) contribution WaymarkCoreTests.DiskCheck",
      ])
  }
}
