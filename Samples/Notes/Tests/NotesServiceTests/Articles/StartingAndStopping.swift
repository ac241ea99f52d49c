// The code of Documentation.docc/StartingAndStopping.md, which ArticleTests compares. It can only be compiled here.
// swift-format-ignore-file
import Logging
import ServiceLifecycle
import UnixSignals
import Waymark

struct RegistryService: ServiceLifecycle.Service {
  private let registry: Registry

  init(_ registry: Registry) {
    self.registry = registry
  }

  func run() async throws {
    try await registry.run {
      try? await gracefulShutdown()
    }
  }
}

func serve(
  _ registry: Registry, logger: Logger
) async throws {
  let group = ServiceGroup(
    services: [RegistryService(registry)],
    gracefulShutdownSignals: [.sigterm, .sigint],
    logger: logger)
  try await group.run()
}
