import SharedFixtures
import WaymarkRuntime

@testable import WaymarkCore

private struct Database: Sendable { let path: String }

extension RoutableService<Database> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
  fileprivate static var users: Self { declared() }
  fileprivate static var orders: Self { declared() }
}

private final class Hen: Sendable { init(_ egg: Egg) {} }
private final class Egg: Sendable { init(_ hen: Hen) {} }

extension RoutableService<Hen> { fileprivate static var hen: Self { declared() } }
extension RoutableService<Egg> { fileprivate static var egg: Self { declared() } }

private struct ProxyModule: RouteModule {
  var routes: Routes { Route(StoreProxy.init) { Service<any RequiredStore>() } }
}

private struct OtherConfiguration: EditorModuleConfig { var note: Note? }

private final class Sync: Sendable {
  private let time = Routed(RoutableService<any TimeSource>())
  var now: Int { get throws { try time.resolve().now } }
}

extension RoutableService<Sync> { fileprivate static var sync: Self { declared() } }

private struct CheckedModule: RouteModule {
  let errors: ReportedErrors
  var routes: Routes { Route(MemoryStore.self) { Service(.notes) } }
  func check(_ registry: Registry) -> [Diagnostic] {
    do { _ = try registry.makeDestination(to: .notes) } catch { errors.add(error) }
    return []
  }
}

extension RouteErrorExample {
  // MARK: - Requests

  static let requests: [RouteErrorExample] = [
    RouteErrorExample(
      .unregistered,
      "The registry has no provider for the request. The checks find missing dependencies when you create the registry, but they can't see the requests in your code and in the closures of routes."
    ) {
      Route(Editor.self) { View(.editor) }
    } using: {
      _ = try $0.makeDestination(to: .notes)
    },
    RouteErrorExample(
      .ambiguousName, "The request has no name, and the requested type has several names in the registry."
    ) {
      Route({ Database(path: "users.db") }) { Service(.users) }
      Route({ Database(path: "orders.db") }) { Service(.orders) }
    } using: {
      _ = try $0.makeDestination(to: RoutableService<Database>())
    },
    RouteErrorExample(
      .ambiguousRoute,
      "You passed an object that something else created to `prepare(_:)`, and several routes create objects of its class."
    ) {
      Route(Editor.self) { View(.editor) }
      Route(Editor.self) { View<any HeadingInput>.as { HeadingEditor($0) } }
    } using: {
      try $0.prepare(Editor())
    },
    RouteErrorExample(
      .noRegistryInstalled,
      "Code that uses the current registry runs, and the program has none. A detached task does not inherit the registry of `withCurrent(_:operation:)`, of a scope, or of a test."
    ) {
      let registry = try Registry { Route(MemoryStore.self) { Service(.notes) } }
      return await Registry.withCurrent(registry) {
        await Task.detached {
          // A detached task doesn't inherit this value either.
          TestingLibrary.$isLoaded.withValue(false) { error { _ = try Router.makeDestination(to: .notes) } }
        }.value
      }
    },
    RouteErrorExample(
      .configurationMissing,
      "The route needs a configuration from its caller, and the request passes none."
    ) {
      Route(Editor.self, configuration: EditorConfiguration.self) {
        View(.editor)
        ViewModule(.editorModule)
      } make: { _, _ in
        Editor()
      }
    } using: {
      _ = try $0.makeDestination(to: .editor)
    },
    RouteErrorExample(
      .notAService,
      "`makeService` of an `AnyRouter` or for a URL can run on any thread, and its route makes a view."
    ) {
      Route(Editor.self) {
        View(.editor)
        Identifier("editor")
      }
    } using: {
      _ = try AnyRouter(identifier: "editor", in: $0).makeService()
    },
    RouteErrorExample(
      .unimplemented,
      "A test of one module alone (`.registry(isolating:)`) needs a dependency that another module provides."
    ) {
      let registry = try Registry.isolating(RoutesBuilder.buildExpression(ProxyModule()))
      _ = try registry.makeDestination(to: RoutableService<any RequiredStore>())
      return nil
    },
    RouteErrorExample(
      .destinationMismatch,
      "A value does not have the type that its user expects, for example because a preparation replaced the only instance of a class by an instance of another class."
    ) {
      Route(MemoryStore.self) {
        Service(.notes)
        Singleton()
      }
    } using: {
      _ = try $0.makeDestination(to: .notes) { $0 = OtherStore() }
    },
  ]

  // MARK: - Making

  static let making: [RouteErrorExample] = [
    RouteErrorExample(
      .factoryFailed,
      "The closure or the initializer of a route threw an error, which is in ``RouteError/underlying``."
    ) {
      Route({ () throws -> MemoryStore in throw Failure(description: "the disk is full") }) {
        Service(.notes)
      }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    } using: {
      _ = try $0.makeDestination(to: RoutableService<any RequiredStore>())
    },
    RouteErrorExample(.preparationFailed, "The preparation of the route or of the caller threw an error.") {
      Route(Editor.self) { View(.editor) }
    } using: {
      _ = try $0.makeDestination(to: .editor) { _ in throw Failure(description: "no note is open") }
    },
    RouteErrorExample(
      .dependencyCycle,
      "Closures of routes request each other. When you create the registry, the checks find the cycles of parameters, and of `Requires` if a cycle contains a started instance. They can't see requests inside closures."
    ) {
      Route({ (routes: Resolver) in Hen(try routes(.egg)) }) { Service(.hen) }
      Route({ (routes: Resolver) in Egg(try routes(.hen)) }) { Service(.egg) }
    } using: {
      _ = try $0.makeDestination(to: .hen)
    },
    RouteErrorExample(
      .configurationReplaced,
      "A caller assigned a value of another type to the configuration, instead of changing its properties."
    ) {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View(.editor)
        ViewModule(.editorModule)
      } make: { _, _ in
        Editor()
      }
    } using: {
      _ = try ModuleRouter(to: .editorModule, in: $0).makeDestination(as: .editor) {
        $0 = OtherConfiguration()
      }
    },
    RouteErrorExample(
      .madeDuringCheck,
      "The rule of a module, ``RouteModule/check(_:)``, requested a destination. A rule describes a program, and does not run it."
    ) {
      let errors = ReportedErrors()
      _ = try Registry { CheckedModule(errors: errors) }
      return errors.first
    },
    RouteErrorExample(
      .registryReleased,
      "Your program retains an instance, but not the registry that made the instance, and the instance requests a dependency."
    ) {
      var registry: Registry? = try Registry(name: "notes") {
        Route(Sync.init) {
          Service(.sync)
          Singleton()
        }
        Route(SystemTime.init) { Service<any TimeSource>() }
      }
      let sync = try registry?.makeDestination(to: .sync)
      registry = nil
      _ = try sync?.now
      return nil
    },
  ]
}
