import Foundation
import Waymark

/// The storage on a database of this process.
struct StorageModule: RouteModule {
  /// The folder of the database.
  ///
  /// Opening the database creates it.
  let folder: URL

  var routes: Routes {
    Route(NotesDatabase.open(_:_:)) {
      Service(.storage)
      Singleton()
      Stopping { try $0.close() }
    }
    Route(DataFolder.self) {
      Service(.dataFolder)
    } make: { [folder] in
      DataFolder(url: folder)
    }
    Route({ (storage: any NotesStorage) in StorageCheck(name: "database", storage: storage) }) {
      Contributes(to: .healthChecks, as: "database")
    }
    for (order, migration) in Migration.all.enumerated() {
      Route(Migration.self) {
        Contributes(to: .migrations, as: migration.name, order: order)
      } make: {
        migration
      }
    }
  }
}

/// The storage of another process, under the same name.
struct RemoteStorageModule: RouteModule {
  let address: StorageAddress

  var routes: Routes {
    Route(StorageConnection.self) {
      Service(.storage)
      Singleton()
      Eager()
      Stopping { try await $0.close() }
    } make: { [address] in
      try StorageConnection(address)
    }
    Route({ (storage: any NotesStorage) in StorageCheck(name: "storage", storage: storage) }) {
      Contributes(to: .healthChecks, as: "storage")
    }
  }
}
