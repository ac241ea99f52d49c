import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting

private final class Connection: Sendable {
  let registry: Registry?
  init(registry: Registry? = nil) { self.registry = registry }
  static func open() async throws -> Connection { Connection() }
}
@MainActor private final class Panel { static func load() async throws -> Panel { Panel() } }
extension RoutableService<Connection> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<Panel> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

/// A way to declare an instance that `start()` makes.
private enum Kind: CaseIterable {
  case asynchronousFactory, asynchronousFactoryThatIsStarted, started, eager, asynchronousView

  @RoutesBuilder var routes: Routes {
    switch self {
    case .asynchronousFactory:
      Route(Connection.open) {
        Service<Connection>()
        Singleton()
      }
    case .asynchronousFactoryThatIsStarted:
      Route(Connection.open) {
        Service<Connection>()
        Singleton()
        Starting { _ in }
      }
    case .started:
      Route({ Connection() }) {
        Service<Connection>()
        Singleton()
        Starting { _ in }
      }
    case .eager:
      Route({ Connection() }) {
        Service<Connection>()
        Singleton()
        Eager()
      }
    case .asynchronousView:
      Route(Panel.load) {
        View<Panel>()
        Singleton()
      }
    }
  }

  @MainActor func request() throws -> AnyObject {
    self == .asynchronousView
      ? try Router.makeDestination(to: RoutableView<Panel>())
      : try Router.makeDestination(to: RoutableService<Connection>())
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
      keeper.kept = [try await MainActor.run { Holder(object: try kind.request()) }.object]
      await Registry.current.stop()
    }
    let name = kind == .asynchronousView ? "Panel" : "Connection"
    let start = "error: \(name), made by the route at WaymarkCoreTestingTests/StartedInstancesTests"
    #expect(found.count == 1 && found.first?.hasPrefix(start) == true, "\(found)")
  }

  /// An object of the main actor that another task keeps without using it.
  private struct Holder: @unchecked Sendable {
    // SAFETY (`@unchecked Sendable`): nothing calls the object.
    let object: AnyObject
  }

  @Test(arguments: [true, false])
  func `a started instance that retains its registry is no leak`(isStopped: Bool) async {
    let registry: RegistryTrait = .registry {
      Route(Connection.init(registry:)) {
        Service<Connection>()
        Singleton()
        Starting { _ in }
        EntryPoint()
      }
    }
    let found = await leakIssues(registry, leakTraitFirst: true, within: .seconds(60)) {
      try await Registry.current.start()
      if isStopped { await Registry.current.stop() }
    }
    #expect(found == [])
  }
}
