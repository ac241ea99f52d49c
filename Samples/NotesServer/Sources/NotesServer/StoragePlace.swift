import Foundation
import Remote
import Storage
import Waymark

/// Where the storages are.
public enum StoragePlace: Sendable {
  /// In this process, on a database in a folder.
  case folder(URL)
  /// In another process.
  case remote(StorageAddress)

  /// The module that provides the storages.
  ///
  /// Nothing else differs between one process and several.
  var module: any RouteModule {
    switch self {
    case .folder(let folder): StorageModule(folder: folder)
    case .remote(let address): RemoteStorageModule(address)
    }
  }

  /// Reads a place as the command line has it: a path, or `grpc://host:port`.
  ///
  /// - Returns: The place, or nil if the address isn't complete.
  public init?(_ text: String, deadline: Duration) {
    guard text.contains("://") else {
      self = .folder(URL(filePath: text))
      return
    }
    guard let url = URLComponents(string: text), url.scheme == "grpc", let host = url.host, !host.isEmpty,
      let port = url.port, (1...65_535).contains(port), url.path.isEmpty, url.query == nil
    else { return nil }
    self = .remote(StorageAddress(host: host, port: port, deadline: deadline))
  }
}

extension StoragePlace: CustomStringConvertible {
  /// The folder, or the address.
  public var description: String {
    switch self {
    case .folder(let folder): folder.path
    case .remote(let address): "grpc://\(address.host):\(address.port)"
    }
  }
}
