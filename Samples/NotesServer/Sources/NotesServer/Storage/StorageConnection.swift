import ArgumentParser
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Waymark

struct StorageAddress: Sendable, CustomStringConvertible {
  enum Place: Sendable, Equatable {
    /// A Unix socket: only processes of the same machine and user reach it.
    case socket(String)
    case host(String, port: Int)
  }

  var place: Place
  /// The secret that callers have to know, except at a Unix socket.
  var secret: String?
  /// A file with the server's certificates, or with the certificates that a client trusts, or nil for no encryption.
  var certificate: String?
  var key: String?
  var deadline = Duration.seconds(3)  // The time after which a call is given up.

  var description: String {
    switch place {
    case .socket(let path): "unix:\(path)"
    case .host(let host, let port): "\(certificate == nil ? "http" : "https")://\(host):\(port)"
    }
  }

  /// Throws an error for a server without a secret for its callers, except at a Unix socket.
  func checkThatCallersAreKnown() throws {
    guard case .host(let host, let port) = place, secret == nil else { return }
    throw ValidationError(
      "everybody who reaches \(host):\(port) could read all notes: add --secret-file, or listen at unix:PATH")
  }

  var url: String {
    guard case .socket(let path) = place else { return description }
    return "http+unix://\(path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
  }
}

/// The connection to the storage of another process, which performs each call as an HTTP request.
final class StorageConnection: NotesStorage {
  private let address: StorageAddress
  private let client: HTTPClient

  init(_ address: StorageAddress) {
    var configuration = HTTPClient.Configuration()
    configuration.httpVersion = .http1Only
    configuration.timeout.read = TimeAmount(address.deadline)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    // A call may be sent again only if performing it twice is harmless, so this class decides it.
    configuration.connectionPool.retryConnectionEstablishment = false
    if let certificate = address.certificate {
      var security = TLSConfiguration.makeClientConfiguration()
      security.trustRoots = .file(certificate)
      configuration.tlsConfiguration = security
    }
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    self.address = address
  }

  func close() async throws { try await client.shutdown() }

  /// Performs a call on the other side, and repeats an idempotent call until the deadline if the other side is away.
  func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
    var request = HTTPClientRequest(url: "\(address.url)/\(Call.name)")
    request.method = .POST
    if let secret = address.secret { request.headers.add(name: "authorization", value: "Bearer \(secret)") }
    request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(call)))
    let end = NIODeadline.now() + TimeAmount(address.deadline)
    var pause = Duration.milliseconds(50)
    while true {
      let reason: String
      do {
        let response = try await client.execute(request, deadline: end)
        let body = Data(try await response.body.collect(upTo: 1 << 24).readableBytesView)
        switch response.status {
        case .ok: return try JSONDecoder().decode(Call.Answer.self, from: body)
        case .conflict: throw try JSONDecoder().decode(StorageProblem.self, from: body)
        case .serviceUnavailable: reason = "is away."
        case .unauthorized: throw StorageProblem.unavailable("\(address) refused the secret.")
        default: throw StorageProblem.unavailable("\(address) failed: \(response.status)")
        }
      } catch {
        switch error {
        case let problem as StorageProblem: throw problem
        case let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout:
          throw StorageProblem.unavailable("\(address) didn't answer in time.")
        case _ where Task.isCancelled: throw CancellationError()
        case is DecodingError: reason = "sent something else: \(error)"
        default: reason = "is away."
        }
      }
      let isLate = NIODeadline.now() + TimeAmount(pause) > end
      if isLate || !Call.isIdempotent { throw StorageProblem.unavailable("\(address) \(reason)") }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(500))
    }
  }
}

/// The storage of another process, with the same name as the storage of this process.
struct RemoteStorageModule: RouteModule, CustomStringConvertible {
  let address: StorageAddress
  var description: String { "\(address)" }

  var routes: Routes {
    Route({ [address] in StorageConnection(address) }) {
      Service(.storage)
      Singleton()
      Eager()
      Stopping { try await $0.close() }
    }
    Route({ (storage: any NotesStorage) in HealthCheck(name: "storage", storage: storage) }) {
      Contributes(to: .healthChecks, as: "storage")
    }
  }
}
