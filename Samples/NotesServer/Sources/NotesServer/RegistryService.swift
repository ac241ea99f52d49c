import ServiceLifecycle
import Waymark

/// A registry as a service of a group, which starts it, keeps it running, and stops it.
struct RegistryService: ServiceLifecycle.Service {
  let registry: Registry

  func run() async throws {
    try await registry.run {
      try? await gracefulShutdown()
    }
  }
}
