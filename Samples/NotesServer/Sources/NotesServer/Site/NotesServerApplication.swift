import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals
import Waymark

extension Profile {
  /// Development: with sample accounts and notes.
  package static let development = Profile("development")
}

/// The application: all modules, and the place of the storages.
package struct NotesServerApplication: RouteModule {
  private let storage: StoragePlace
  private let settings: SiteSettings
  private let logger: Logger

  package init(
    storage: StoragePlace, settings: SiteSettings = SiteSettings(),
    logger: Logger = Logger(label: "notes-server")
  ) {
    self.storage = storage
    self.settings = settings
    self.logger = logger
  }

  package var routes: Routes {
    storage.module
    AccountsModule()
    NotesModule()
    SharingModule(domain: settings.domain)
    AdminModule()
    SiteModule(settings)
    When(.development) {
      Route(SampleData.init(storage:hasher:)) {
        Service(.sampleData)
        Singleton()
        EntryPoint()
        Starting { try await $0.add() }
      }
    }
    ObservesLifecycle(slowAfter: .seconds(5)) { [logger] in logger.debug("\($0)") }
  }

  /// Runs the web application until the process is told to stop.
  package func runWeb(
    host: String, port: Int, profile: Profile?, listening: @escaping @Sendable (Int) -> Void
  ) async throws {
    let registry = try Registry(profile: profile) { self }
    try await run(registry) {
      // Each instance is started once, however many services wait for it.
      try await registry.start()
      try await Site.application(registry, host: host, port: port, logger: logger, listening: listening).run()
    }
  }

  /// Runs the storages for other processes until the process is told to stop.
  package func runStorage(
    at address: StorageAddress, listening: @escaping @Sendable (StorageAddress) -> Void
  ) async throws {
    let registry = try Registry { storage.module }
    try await run(registry) {
      try await registry.start()
      let server = try StorageServer(address, registry: registry)
      try await withGracefulShutdownHandler {
        try await server.run(listening: listening)
      } onGracefulShutdown: {
        server.beginGracefulShutdown()
      }
    }
  }

  private func run(_ registry: Registry, _ server: @escaping @Sendable () async throws -> Void) async throws {
    // A group stops its services in reverse order: first the server, then the registry with its database.
    let group = ServiceGroup(
      services: [
        RunningService { try await registry.run { try? await gracefulShutdown() } },
        RunningService(body: server),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    try await group.run()
  }
}

/// A function as a service of a group.
private struct RunningService: ServiceLifecycle.Service {
  let body: @Sendable () async throws -> Void

  func run() async throws { try await body() }
}

/// The place of the storages.
package enum StoragePlace: Sendable, CustomStringConvertible {
  /// In this process, on a database in a folder.
  case folder(URL)
  /// In another process.
  case remote(StorageAddress)

  /// The module that provides the storages.
  ///
  /// One process and several differ in nothing else.
  var module: any RouteModule {
    switch self {
    case .folder(let folder): StorageModule(folder: folder)
    case .remote(let address): RemoteStorageModule(address: address)
    }
  }

  package var description: String {
    switch self {
    case .folder(let folder): folder.path
    case .remote(let address): "\(address)"
    }
  }
}
