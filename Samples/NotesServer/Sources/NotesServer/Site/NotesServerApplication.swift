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

package enum StoragePlace: Sendable, CustomStringConvertible {
  /// In this process, on a database in a folder.
  case folder(URL)
  /// In another process.
  case remote(StorageAddress)

  /// The module that provides the storage, the only difference between one process and several.
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

/// The application: all modules, and the place of the storage.
package struct NotesServerApplication: RouteModule {
  private let storage: StoragePlace
  private let settings: SiteSettings
  private let logger: Logger

  package init(
    storage: StoragePlace, settings: SiteSettings = SiteSettings(),
    logger: Logger = Logger(label: "notes-server")
  ) { (self.storage, self.settings, self.logger) = (storage, settings, logger) }

  package var routes: Routes {
    storage.module
    AccountsModule()
    NotesModule()
    SharingModule(domain: settings.domain)
    AdminModule()
    SiteModule(settings: settings, logger: logger)
    When(.development) {
      Route(SampleData.init(storage:hasher:)) {
        Service<SampleData>(.own)
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
    try await run(try Registry(profile: profile) { self }) {
      try Site.application($0, host: host, port: port, listening: listening)
    }
  }

  /// Runs the storage for other processes until the process is told to stop.
  package func runStorage(at address: StorageAddress, listening: @escaping @Sendable (StorageAddress) -> Void)
    async throws
  {
    try await run(try Registry { storage.module }) {
      try StorageServer.application(address, registry: $0, logger: logger, listening: listening)
    }
  }

  private func run(
    _ registry: Registry, _ server: @escaping @Sendable (Registry) throws -> any ApplicationProtocol
  ) async throws {
    // A group stops its services in reverse order: first the server, then the registry with its database.
    let group = ServiceGroup(
      services: [
        RunningService { try await registry.run { try? await gracefulShutdown() } },
        RunningService {
          // Each instance is started once, however many services wait for it.
          try await registry.start()
          try await server(registry).run()
        },
      ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    try await group.run()
  }
}

/// A function as a service of a group.
private struct RunningService: ServiceLifecycle.Service {
  let body: @Sendable () async throws -> Void

  func run() async throws { try await body() }
}
