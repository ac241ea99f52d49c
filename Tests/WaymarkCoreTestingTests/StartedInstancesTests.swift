import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting

private final class Connection: Sendable {
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
    case .asynchronousFactory, .asynchronousFactoryThatIsStarted:
      Route(Connection.open) {
        Service<Connection>()
        Singleton()
        if self == .asynchronousFactoryThatIsStarted { Starting { _ in } }
      }
    case .started, .eager:
      Route({ Connection() }) {
        Service<Connection>()
        Singleton()
        if self == .eager { Eager() } else { Starting { _ in } }
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
}
