import Hummingbird
import Logging
import ServiceLifecycle
import Waymark
import WebServer

/// The web server as a service of a group.
///
/// It accepts connections when the registry is started, and is stopped before.
struct WebService: ServiceLifecycle.Service {
  let registry: Registry
  let host: String
  let port: Int
  let logger: Logger
  /// Called once with the port.
  let listening: @Sendable (Int) -> Void

  func run() async throws {
    // Each instance is started once, however many services wait for it.
    try await registry.start()
    try await NotesServerApplication.web(
      registry, host: host, port: port, logger: logger, listening: listening
    ).run()
  }
}
