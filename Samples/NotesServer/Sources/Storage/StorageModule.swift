import Foundation
import ServerInterfaces
import Waymark

/// All storages on one database.
public struct StorageModule: RouteModule {
  private let folder: URL

  /// Creates the module.
  ///
  /// - Parameter folder: The folder of the database, which is created if it isn't there.
  public init(folder: URL) { self.folder = folder }

  /// The database, the storages on it, and their migrations.
  public var routes: Routes {
    Route(NotesDatabase.open(_:_:)) {
      Service(.database)
      Singleton()
      Stopping { try $0.close() }
    }
    Route(DataFolder.self) {
      Service(.dataFolder)
    } make: { [folder] in
      DataFolder(folder)
    }
    Route(DatabaseAccounts.init(database:)) { Service(.accountStorage) }
    Route(DatabaseNotes.init(database:)) { Service(.noteStorage) }
    Route(DatabaseSearch.init(database:)) {
      Service(.searchIndex)
      Singleton()
    }
    Route(DatabaseShares.init(database:)) { Service(.shareStorage) }
    Route(DatabaseCheck.init(database:)) { Contributes(to: .healthChecks, as: "database") }
    for (order, migration) in [
      DatabaseAccounts.migration, DatabaseNotes.migration, DatabaseSearch.migration, DatabaseShares.migration,
    ].enumerated() {
      Route(Migration.self) {
        Contributes(to: .migrations, as: migration.name, order: order)
      } make: {
        migration
      }
    }
  }
}
