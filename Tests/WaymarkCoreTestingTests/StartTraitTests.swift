import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

private final class Connection: Sendable {
  static func open() async throws -> Connection { Connection() }
}
private final class Drawer: Sendable {
  init(connection: Connection) {}
}
@MainActor private final class Panel { static func load() async throws -> Panel { Panel() } }

extension RoutableService<Connection> { fileprivate static var connection: Self { declared() } }
extension RoutableService<Drawer> { fileprivate static var drawer: Self { declared() } }
extension RoutableService<MemoryStore> { fileprivate static var lamp: Self { declared() } }
extension RoutableView<Panel> { fileprivate static var panel: Self { declared() } }

private struct Desk: RouteScope {}
private struct Office: RouteScope {}

private func openedConnection(stopping: InstanceWork<Connection>? = nil) -> Route {
  live(Connection.open, .connection, stopping: stopping)
}

private func connection() throws -> Connection { try Router.makeDestination(to: .connection) }
private func drawer() throws -> Drawer { try Router.makeDestination(to: .drawer) }

@Suite("Registries started by a trait", .registry { openedConnection() }, .started)
struct StartTraitTests {
  @Test(arguments: 0..<2) func `the trait starts the registry`(number: Int) throws { _ = try connection() }

  @Test func `a trait that another trait applies also starts its registry`() async throws {
    try await run(RegistryTrait.overriding { openedConnection() }) { _ = try connection() }
  }

  @Test func `a test with a failing start doesn't run`() async throws {
    let registry = try Registry { live(Connection.open, .connection, starting: { _ in throw Mistake() }) }
    let problem = await #expect(throws: RouteError.self) {
      try await Registry.withCurrent(registry) {
        try await run(StartTrait.started) { Issue.record("it ran") }
      }
    }
    #expect(problem?.underlying is Mistake)
  }

  @Test func `an error of stopping is an issue beside the error of the test`() async throws {
    let registry = try Registry { openedConnection(stopping: { _ in throw Mistake() }) }
    await withKnownIssue {
      await #expect(throws: CancellationError.self) {
        try await Registry.withCurrent(registry) {
          try await run(StartTrait.started) { throw CancellationError() }
        }
      }
    } matching: { issue in
      (issue.error as? RouteError)?.underlying is Mistake
    }
  }

  /// The error of the first instance to stop is the one of the test.
  @Test(arguments: [false, true])
  func `each other error of stopping is an issue`(isScoped: Bool) async throws {
    let scope: any RouteScope.Type = isScoped ? Desk.self : RootScope.self
    for testFails in [false, true] {
      let registry = try Registry {
        live(Connection.open, .connection, in: scope, stopping: { _ in throw Mistake() })
        live(
          Drawer.init(connection:), .drawer, .eager, in: scope,
          stopping: { _ in throw Mistake(description: "stuck") })
      }
      let found = await issues {
        let failure = await #expect(throws: (any Error).self) {
          try await Registry.withCurrent(registry) {
            let trait: any TestScoping = isScoped ? ScopeTrait.scope(Desk()) : StartTrait.started
            try await run(trait) { if testFails { throw CancellationError() } }
          }
        }
        #expect(testFails ? failure is CancellationError : (failure as? RouteError)?.code == .stopFailed)
      }
      let texts = ["stuck", "disk full"].suffix(testFails ? 2 : 1)
      #expect(found.count == texts.count && zip(found, texts).allSatisfy { $0.contains($1) }, "\(found)")
    }
  }

  @Test func `an override of the test's registry isn't started by the trait`() {
    let found = #expect(throws: RouteError.self) {
      try withRegistry(overriding: { openedConnection() }) { _ = try connection() }
    }
    #expect(
      found?.remedy
        == "call start() or run(_:) on the registry first, because .started starts only the test's own registry"
    )
  }

  @Test func `no trait is suggested for a registry that no trait provides`() {
    let found = #expect(throws: RouteError.self) {
      try withRegistry {
        openedConnection()
      } operation: {
        _ = try connection()
      }
    }
    #expect(found?.remedy == "call start() or run(_:) on the registry first")
  }

  /// In the detached task, no trait has started a registry, but a trait of this test is going to.
  @Test(arguments: [false, true])
  func `an error of closing a scope that another trait starts is reported once`(isStarted: Bool) async throws
  {
    let registry = try Registry {
      live({ MemoryStore() }, .lamp, in: Desk.self, stopping: { _ in throw Mistake() })
    }
    let (test, testCase) = (try #require(Test.current), Test.Case.current)
    let others = await Task.detached {
      await issues {
        let failure = await #expect(throws: RouteError.self) {
          try await Registry.withCurrent(registry) {
            try await ScopeTrait.scope(Desk()).provideScope(for: test, testCase: testCase) {
              let body: @concurrent @Sendable () async throws -> Void = {
                _ = try Router.makeDestination(to: .lamp)
              }
              guard isStarted else { return try await body() }
              try await StartTrait.started.provideScope(for: test, testCase: testCase, performing: body)
            }
          }
        }
        #expect(failure?.code == .stopFailed)
      }
    }.value
    #expect(others.isEmpty)
  }

  @Test func `a task that outlives its test finds the registry stopped`() async throws {
    let left = Lock<(registry: Registry?, connection: Weak)>((nil, Weak(object: nil)))
    try await run(RegistryTrait.registry { openedConnection() }, StartTrait.started) {
      let connection = try connection()
      left.withLock { $0 = (.current, Weak(object: connection)) }
    }
    #expect(left.withLock { $0.connection.object } == nil)
    let registry = try #require(left.withLock { $0.registry })
    let start = await #expect(throws: RouteError.self) { try await registry.start() }
    #expect(start?.message.contains("starts only once") == true)
    let request = #expect(throws: RouteError.self) { try registry.makeDestination(to: .connection) }
    #expect(request?.message == "Connection was requested after stop() was called")
  }
}

// MARK: - Orders of traits

private struct DeskModule: RouteModule {
  /// Messages about missing dependencies name the modules of the program without stored properties, so this one has one.
  var isUsed = true

  var routes: Routes {
    openedConnection()
    Route(Drawer.init(connection:)) {
      Service(.drawer)
      Scoped(to: Desk.self)
      Starting { _ in }
    }
  }
}

/// Each trait of a test counts the registries and scopes behind it, before they start.
@Suite("Traits around the start", .registry { DeskModule() })
struct StartAmongTraitsTests {
  @Test(.started, .noLeaks) func `the trait starts a registry with leak detection`() throws {
    _ = try connection()
  }

  @Test(.started, .noLeaks, .overriding(allowsUnused: true) { openedConnection() })
  func `the trait starts the override`() throws { _ = try connection() }

  @Test(.started, .noLeaks, .scope(Desk()))
  func `the trait starts a scope inside the registry`() throws { _ = try drawer() }

  @Test(.started, .noLeaks, .scope(Desk()), .overriding(allowsUnused: true) { openedConnection() })
  func `the trait starts the scope of an override`() throws { _ = try drawer() }

  @Test(.scope(Office()), .started, .overriding(allowsUnused: true) { openedConnection() }, .scope(Desk()))
  func `a scope after another registry starts`() throws { _ = try drawer() }

  @Test(
    .scope(Office()), .started, .overriding(allowsUnused: true) { openedConnection() }, .started,
    .scope(Desk()))
  func `a scope after a second start starts`() throws { _ = try drawer() }

  @Test(.scope(Desk()), .started) func `the trait starts the registry around the scope`() throws {
    _ = try connection()
    _ = try drawer()
  }
}

/// The events of each of the tests below.
private let journals = (0..<3).map { _ in Journal() }

private func lamp(_ name: String, _ journal: Journal) -> Route {
  live(
    { MemoryStore(name: name) }, .lamp, in: Desk.self, starting: journal.writing("started \(name)"),
    stopping: journal.writing("stopped \(name)"))
}

/// Checks the events of a test after its other traits.
private struct ExpectsEvents: TestTrait, TestScoping {
  let journal: Journal
  let events: [String]

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    #expect(journal.all == events)
  }
}

@Suite("Scopes without a start")
struct ScopeWithoutStartTests {
  @Test(
    ExpectsEvents(journal: journals[0], events: ["started fake", "stopped fake"]),
    .registry { lamp("live", journals[0]) }, .scope(Desk()), .overriding { lamp("fake", journals[0]) })
  func `an override after a scope starts instead of the overridden instance`() throws {
    #expect(try Router.makeDestination(to: .lamp).name == "fake")
    #expect(journals[0].all == ["started fake"])
  }

  @Test(
    ExpectsEvents(journal: journals[1], events: ["started live", "stopped live"]),
    .registry { lamp("live", journals[1]) }, .scope(Desk()), .noLeaks)
  func `leak detection after a scope lets its instances stop`() throws {
    #expect(try Router.makeDestination(to: .lamp).name == "live")
  }

  @Test(
    ExpectsEvents(journal: journals[2], events: ["started live", "stopped live"]),
    .registry { lamp("live", journals[2]) }, .noLeaks, .scope(Desk()))
  func `a scope that is the last trait starts its instances`() throws {
    #expect(try Router.makeDestination(to: .lamp).name == "live")
  }
}

// MARK: - Started instances

/// A way to declare an instance that `start()` makes.
private enum Kind: CaseIterable {
  case asynchronousFactory, asynchronousFactoryThatIsStarted, started, eager, asynchronousView

  @RoutesBuilder var routes: Routes {
    switch self {
    case .asynchronousFactory: openedConnection()
    case .asynchronousFactoryThatIsStarted: live(Connection.open, .connection, starting: { _ in })
    case .started: live({ Connection() }, .connection, starting: { _ in })
    case .eager: live({ Connection() }, .connection, .eager)
    case .asynchronousView:
      Route(Panel.load) {
        View(.panel)
        Singleton()
      }
    }
  }

  @MainActor func request() throws -> AnyObject {
    self == .asynchronousView ? try Router.makeDestination(to: .panel) : try connection()
  }
}

@Suite("Traits and started instances")
struct StartedInstancesTests {
  @Test(arguments: Kind.allCases)
  fileprivate func `starting an override counts as using it`(kind: Kind) async {
    for isStarted in [true, false] {
      let override: RegistryTrait = .overriding { kind.routes }
      let found = await traitIssues([RegistryTrait.registry { kind.routes }, override]) {
        guard isStarted else { return }
        try await Registry.current.start()
        await Registry.current.stop()
      }
      #expect(found.count == (isStarted ? 0 : 1), "\(found)")
    }
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `a leaked started instance is reported`(kind: Kind) async {
    let keeper = Keeper()
    let found = await leakIssues(.registry { kind.routes }) {
      try await Registry.current.start()
      try await MainActor.run { keeper.kept = [try kind.request()] }
      await Registry.current.stop()
    }
    let name = kind == .asynchronousView ? "Panel" : "Connection"
    let start = "error: \(name), made by the route at WaymarkCoreTestingTests/StartTraitTests"
    #expect(found.count == 1 && found.first?.hasPrefix(start) == true, "\(found)")
  }
}
