public import ServiceLifecycle
public import Waymark

/// A registry as a service of a group, which starts it, keeps it running, and stops it.
///
/// The code of the manual's article about starting and stopping.
public struct RegistryService: ServiceLifecycle.Service {
  private let registry: Registry

  /// Creates the service.
  public init(_ registry: Registry) { self.registry = registry }

  /// Runs the registry until the group shuts down.
  public func run() async throws {
    try await registry.run {
      try? await gracefulShutdown()
    }
  }
}
