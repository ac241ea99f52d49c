import Waymark

/// An instance that keeps the registry of its creation.
final class RegistryHolder: Sendable {
  let registry: Registry
  init(registry: Registry) { self.registry = registry }
}
extension RoutableService<RegistryHolder> { static var registryHolder: Self { declared() } }

struct HolderModule: RouteModule {
  var routes: Routes {
    Route(RegistryHolder.init(registry:)) {
      Service(.registryHolder)
      Singleton()
    }
  }
}

/// An instance that the end of a program stops.
private final class Archive: Sendable {}

struct ArchiveModule: RouteModule {
  var routes: Routes {
    Route({ Archive() }) {
      Service<Archive>(declaredProtocol: Archive.self)
      Singleton()
      Stopping { _ in }
      EntryPoint()
    }
  }
}
