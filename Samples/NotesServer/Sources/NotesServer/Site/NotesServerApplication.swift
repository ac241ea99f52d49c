import Foundation
import Hummingbird
import Logging
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
    storage: StoragePlace, settings: SiteSettings, logger: Logger = Logger(label: "notes-server")
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

  /// Runs the web application until the process is told to stop: first the server ends, then the database.
  package func run(profile: Profile?, listening: @escaping @Sendable (Int) -> Void) async throws {
    let registry = try Registry(profile: profile) { self }
    try await registry.run { try await Site.application(registry, listening: listening).runService() }
  }
}
