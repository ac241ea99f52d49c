import Testing
import Waymark
import WaymarkTesting

private final class Connection: Sendable {
  static func open() async throws -> Connection { Connection() }
}
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

@Suite("Registries of tests that are started", .registry { ConnectionModule(number: 1) }, .started)
struct StartTraitTests {
  @Test(arguments: 0..<2) func eachCaseHasAStartedRegistry(number: Int) throws {
    _ = try Router.makeDestination(to: RoutableService<Connection>())
  }

  @Test func theRegistryIsStoppedAfterwards() async throws {
    let registry = Registry.current
    let trait = StartTrait.started
    await registry.stop()
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: Test.Case.current) {
      _ = try registry.makeDestination(to: RoutableService<Connection>())
    }
    let problem = #expect(throws: RouteError.self) {
      try registry.makeDestination(to: RoutableService<Connection>())
    }
    #expect(problem?.message == "Connection was requested after it was stopped")
  }

  @Test func aTestThatCannotBeStartedDoesNotRun() async throws {
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
    let test = try #require(Test.current)
    let problem = await #expect(throws: RouteError.self) {
      try await Registry.withCurrent(registry) {
        try await StartTrait.started.provideScope(for: test, testCase: nil) { Issue.record("it ran") }
      }
    }
    #expect(problem?.underlying is Unreachable)
  }
}
