import Foundation
import Hummingbird
import Logging
import Waymark

extension Profile {
  /// Development: with sample accounts and notes.
  static let development = Profile("development")
}

enum StoragePlace: Sendable, CustomStringConvertible {
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

  var description: String {
    switch self {
    case .folder(let folder): folder.path
    case .remote(let address): "\(address)"
    }
  }
}

/// The application: all modules, and the place of the storage.
struct NotesServerApplication: RouteModule {
  let storage: StoragePlace
  let settings: SiteSettings
  var logger = Logger(label: "notes-server")

  var routes: Routes {
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
}
