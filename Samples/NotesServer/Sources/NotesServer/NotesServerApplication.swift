import Accounts
import Admin
import Foundation
import Hummingbird
import Logging
import Notes
import PageKit
import Search
import ServerInterfaces
import ServiceLifecycle
import Sharing
import Storage
import UnixSignals
import Waymark
import WebServer

extension Profile {
  /// Development: with sample accounts and notes.
  public static let development = Profile("development")
}

/// The application: all modules, and where the storages are.
public struct NotesServerApplication: RouteModule {
  private let storage: StoragePlace
  private let settings: WebSettings
  private let logger: Logger

  /// Creates the application.
  public init(
    storage: StoragePlace, settings: WebSettings = WebSettings(),
    logger: Logger = Logger(label: "notes-server")
  ) {
    self.storage = storage
    self.settings = settings
    self.logger = logger
  }

  /// Everything that the modules declare.
  public var routes: Routes {
    storage.module
    AccountsModule()
    NotesModule()
    SearchModule()
    SharingModule(domain: settings.domain)
    AdminModule()
    PageKitModule()
    WebModule(settings)
    When(.development) {
      Route(SampleData.init(accounts:notes:hasher:)) {
        Service(.sampleData)
        Singleton()
        EntryPoint()
        Starting { try await $0.add() }
      }
    }
    ObservesLifecycle(slowAfter: .seconds(5)) { [logger] in logger.debug("\($0)") }
  }

  /// Returns the web application of a registry, which was started.
  public static func web(
    _ registry: Registry, host: String = "127.0.0.1", port: Int = 0,
    logger: Logger = Logger(label: "notes-server"), listening: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> Application<WebResponder> {
    let responder = try WebResponder(registry, logger: logger)
    return Application(
      responder: responder,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [responder.connections.handler()], idleTimeout: .seconds(60))),
      configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { listening(port) }
      },
      logger: logger)
  }

  /// Runs the web application until the process is told to stop.
  public func runWeb(
    host: String, port: Int, profile: Profile?, listening: @escaping @Sendable (Int) -> Void
  ) async throws {
    let registry = try Registry(profile: profile) { self }
    try await run(
      registry,
      WebService(registry: registry, host: host, port: port, logger: logger, listening: listening))
  }

  /// Runs the storages for other processes until the process is told to stop.
  public func runStorage(
    host: String, port: Int, listening: @escaping @Sendable (Int) -> Void
  ) async throws {
    let registry = try Registry { storage.module }
    try await run(
      registry, StorageService(registry: registry, host: host, port: port, listening: listening))
  }

  private func run(_ registry: Registry, _ service: any ServiceLifecycle.Service) async throws {
    // A group stops its services in reverse order: first what takes requests, then what they need.
    let group = ServiceGroup(
      services: [RegistryService(registry: registry), service],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    try await group.run()
  }
}
