import Remote
import ServiceLifecycle
import Waymark

/// The storages for other processes as a service of a group.
struct StorageService: ServiceLifecycle.Service {
  let registry: Registry
  let host: String
  let port: Int
  /// Called once with the port.
  let listening: @Sendable (Int) -> Void

  func run() async throws {
    try await registry.start()
    let server = try StorageServer(host: host, port: port, registry: registry)
    try await withGracefulShutdownHandler {
      try await server.run(listening: listening)
    } onGracefulShutdown: {
      server.beginGracefulShutdown()
    }
  }
}
