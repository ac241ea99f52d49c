import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

private final class Connection: Sendable { static func open() async throws -> Connection { Connection() } }
extension RoutableService<Connection> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

private struct ConnectionModule: RouteModule {
  let number: Int

  var routes: Routes {
    Route(Connection.open) {
      Service<Connection>()
      Singleton()
      Stopping { [number] _ in #expect(number == 1, "the connection of this test is closed") }
    }
  }
}

@Suite("Registries started by a trait", .registry { ConnectionModule(number: 1) }, .started)
struct StartTraitTests {
  @Test(arguments: 0..<2) func `the trait starts the registry`(number: Int) throws {
    _ = try Router.makeDestination(to: RoutableService<Connection>())
  }

  @Test func `the trait stops the registry after the test`() async throws {
    let registry = try Registry { ConnectionModule(number: 1) }
    try await Registry.withCurrent(registry) {
      try await run(StartTrait.started) {
        _ = try registry.makeDestination(to: RoutableService<Connection>())
      }
    }
    let problem = #expect(throws: RouteError.self) {
      try registry.makeDestination(to: RoutableService<Connection>())
    }
    #expect(problem?.message == "Connection was requested after stop() was called")
  }

  @Test func `a test with a failing start doesn't run`() async throws {
    struct Unreachable: Error {}
    let registry = try Registry {
      Route(Connection.self) {
        Service<Connection>()
        Singleton()
      } make: {
        await Task.yield()
        throw Unreachable()
      }
    }
    let problem = await #expect(throws: RouteError.self) {
      try await Registry.withCurrent(registry) {
        try await run(StartTrait.started) { Issue.record("it ran") }
      }
    }
    #expect(problem?.underlying is Unreachable)
  }

  @Test func `an error of stopping is an issue beside the error of the test`() async throws {
    struct Failed: Error {}
    struct Unsaved: Error {}
    let registry = try Registry {
      Route(Connection.open) {
        Service<Connection>()
        Singleton()
        Stopping { _ in throw Unsaved() }
      }
    }
    await withKnownIssue {
      await #expect(throws: Failed.self) {
        try await Registry.withCurrent(registry) { try await run(StartTrait.started) { throw Failed() } }
      }
    } matching: { issue in
      (issue.error as? RouteError)?.underlying is Unsaved
    }
  }

  @Test func `a task that outlives its test finds the registry stopped`() async throws {
    let left = Lock<(registry: Registry?, connection: Weak)>((nil, Weak(object: nil)))
    try await run(RegistryTrait.registry { ConnectionModule(number: 1) }, StartTrait.started) {
      let connection = try Router.makeDestination(to: RoutableService<Connection>())
      left.withLock { $0 = (.current, Weak(object: connection)) }
    }
    #expect(left.withLock { $0.connection.object } == nil)
    let registry = try #require(left.withLock { $0.registry })
    let start = await #expect(throws: RouteError.self) { try await registry.start() }
    #expect(start?.message.contains("starts only once") == true)
    let request = #expect(throws: RouteError.self) {
      try registry.makeDestination(to: RoutableService<Connection>())
    }
    #expect(request?.message == "Connection was requested after stop() was called")
  }

  @Test func `a trait that another trait applies also starts its registry`() async throws {
    let override = RegistryTrait.overriding {
      Route(Connection.open) {
        Service<Connection>()
        Singleton()
      }
    }
    try await run(override) { _ = try Router.makeDestination(to: RoutableService<Connection>()) }
  }
}

private struct Desk: RouteScope {}
private struct Office: RouteScope {}
private final class Drawer: Sendable {
  init(connection: Connection) {}
  func open() async {}
}
extension RoutableService<Drawer> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

private struct DeskModule: RouteModule {
  var routes: Routes {
    ConnectionModule(number: 1)
    Route(Drawer.init(connection:)) {
      Service<Drawer>()
      Scoped(to: Desk.self)
      Starting { await $0.open() }
    }
  }
}

@Suite("Traits after the start", .registry { DeskModule() }, .started, .noLeaks)
struct StartBeforeOtherTraitsTests {
  @Test func `the trait starts a registry with leak detection`() throws {
    _ = try Router.makeDestination(to: RoutableService<Connection>())
  }

  @Test(.overriding(allowsUnused: true) { ConnectionModule(number: 1) })
  func `the trait starts the override`() throws {
    _ = try Router.makeDestination(to: RoutableService<Connection>())
  }

  @Test(.scope(Desk())) func `the trait starts a scope inside the registry`() throws {
    _ = try Router.makeDestination(to: RoutableService<Drawer>())
  }

  @Test(.scope(Desk()), .overriding(allowsUnused: true) { ConnectionModule(number: 1) })
  func `the trait starts the scope of an override`() throws {
    _ = try Router.makeDestination(to: RoutableService<Drawer>())
  }
}

/// Adds traits to a suite's start and scope.
@Suite("Traits between scopes", .registry { DeskModule() }, .scope(Office()), .started)
struct StartBetweenScopesTests {
  @Test(.overriding(allowsUnused: true) { ConnectionModule(number: 1) }, .scope(Desk()))
  func `a scope after another registry starts`() throws {
    _ = try Router.makeDestination(to: RoutableService<Drawer>())
  }

  @Test(.overriding(allowsUnused: true) { ConnectionModule(number: 1) }, .started, .scope(Desk()))
  func `a scope after a second start starts`() throws {
    _ = try Router.makeDestination(to: RoutableService<Drawer>())
  }
}

@Suite("Traits before the start", .registry { DeskModule() }, .scope(Desk()), .started)
struct StartAfterAScopeTests {
  @Test func `the trait starts the registry around the scope`() throws {
    _ = try Router.makeDestination(to: RoutableService<Connection>())
    _ = try Router.makeDestination(to: RoutableService<Drawer>())
  }
}

private final class Lamp: Sendable {
  private static let all = Lock<[String: [String]]>([:])
  let name: String
  private let test: String

  init(_ name: String) {
    self.name = name
    test = Test.current?.name ?? ""
  }

  func note(_ event: String) { Self.all.withLock { $0[test, default: []].append("\(event) \(name)") } }

  /// The events of the current test so far.
  static var events: [String] { all.withLock { $0[Test.current?.name ?? ""] ?? [] } }

  static func route(_ name: String) -> Route {
    Route({ Lamp(name) }) {
      RoutableService(.lamp)
      Scoped(to: Desk.self)
      Starting { $0.note("started") }
      Stopping { $0.note("stopped") }
    }
  }
}
extension RoutableService<Lamp> { fileprivate static var lamp: Self { declared() } }

/// Checks the events of a test after its other traits.
private struct ExpectsEvents: TestTrait, TestScoping {
  let events: [String]

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    #expect(Lamp.events == events)
  }
}

@Suite("Scopes without a start")
struct ScopeWithoutStartTests {
  @Test(
    ExpectsEvents(events: ["started fake", "stopped fake"]), .registry { Lamp.route("live") }, .scope(Desk()),
    .overriding { Lamp.route("fake") })
  func `an override after a scope starts instead of the overridden instance`() throws {
    #expect(try Router.makeDestination(to: .lamp).name == "fake")
    #expect(Lamp.events == ["started fake"])
  }

  @Test(
    ExpectsEvents(events: ["started live", "stopped live"]), .registry { Lamp.route("live") }, .scope(Desk()),
    .noLeaks)
  func `leak detection after a scope lets its instances stop`() throws {
    #expect(try Router.makeDestination(to: .lamp).name == "live")
  }

  @Test(
    ExpectsEvents(events: ["started live", "stopped live"]), .registry { Lamp.route("live") }, .noLeaks,
    .scope(Desk()))
  func `a scope that is the last trait starts its instances`() throws {
    #expect(try Router.makeDestination(to: .lamp).name == "live")
  }
}
