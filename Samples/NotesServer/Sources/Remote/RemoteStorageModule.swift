import ServerInterfaces
import Waymark

/// All storages of another process, under the same names as those of this one.
public struct RemoteStorageModule: RouteModule {
  private let address: StorageAddress

  /// Creates the module.
  public init(_ address: StorageAddress) { self.address = address }

  /// The connection, and the storages that it reaches.
  public var routes: Routes {
    Route(StorageAddress.self) {
      Service(.storageAddress)
    } make: { [address] in
      address
    }
    Route(StorageConnection.init(address:)) {
      Service(.storageConnection)
      Singleton()
      Eager()
      Stopping { try await $0.close() }
    }
    Route(RemoteAccounts.init(connection:)) { Service(.accountStorage) }
    Route(RemoteNotes.init(connection:)) { Service(.noteStorage) }
    Route(RemoteSearch.init(connection:)) {
      Service(.searchIndex)
      Singleton()
    }
    Route(RemoteShares.init(connection:)) { Service(.shareStorage) }
    Route(RemoteCheck.init(address:connection:)) { Contributes(to: .healthChecks, as: "storage") }
  }
}
