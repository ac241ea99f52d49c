import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Waymark

/// The address of the storages of another process.
package struct StorageAddress: Sendable, CustomStringConvertible {
  package enum Place: Sendable, Equatable {
    /// A Unix socket: only processes of the same machine and user reach it.
    case socket(String)
    case host(String, port: Int)
  }

  package let place: Place
  /// The secret that callers have to know.
  ///
  /// Only a Unix socket needs none.
  package var secret: String?
  /// A file with certificates: the server's own, or those that a client trusts.
  ///
  /// Nil means no encryption.
  package var certificate: String?
  /// The file with the private key of the server.
  package var key: String?
  /// The time after which a call is given up.
  package var deadline = Duration.seconds(3)

  package init(_ place: Place) { self.place = place }

  package var description: String {
    switch place {
    case .socket(let path): "unix:\(path)"
    case .host(let host, let port): "\(certificate == nil ? "grpc" : "grpcs")://\(host):\(port)"
    }
  }
}

/// The connection to the storages of another process.
///
/// It's opened again after a loss.
final class StorageConnection: NotesStorage {
  let address: StorageAddress
  private let client: GRPCClient<HTTP2ClientTransport.Posix>
  private let connections: Task<Void, any Error>

  init(_ address: StorageAddress) throws {
    self.address = address
    let security: HTTP2ClientTransport.Posix.TransportSecurity =
      address.certificate.map { file in
        .tls { $0.trustRoots = .certificates([.file(path: file, format: .pem)]) }
      } ?? .plaintext
    let configuration = HTTP2ClientTransport.Posix.Config.defaults {
      $0.backoff = .init(initial: .milliseconds(50), max: .seconds(1), multiplier: 1.6, jitter: 0.2)
    }
    let client: GRPCClient<HTTP2ClientTransport.Posix>
    switch address.place {
    case .socket(let path):
      client = GRPCClient(
        transport: try .http2NIOPosix(
          target: .unixDomainSocket(path: path, authority: "storage"), transportSecurity: security,
          config: configuration))
    case .host(let host, let port):
      client = GRPCClient(
        transport: try .http2NIOPosix(
          target: .dns(host: host, port: port), transportSecurity: security, config: configuration))
    }
    self.client = client
    connections = Task { try await client.runConnections() }
  }

  /// Lets the calls in progress end, and closes the connection.
  func close() async throws {
    client.beginGracefulShutdown()
    try await connections.value
  }

  /// Performs a call on the other side.
  ///
  /// Every call has a deadline. Until then, an idempotent call is sent again while the other side is away.
  func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
    let deadline = ContinuousClock.now + address.deadline
    var pause = Duration.milliseconds(50)
    while true {
      do {
        switch try await send(call, within: deadline - .now) {
        case .answer(let answer): return answer
        case .problem(let problem): throw problem
        }
      } catch let error as RPCError {
        if Task.isCancelled { throw CancellationError() }
        guard error.code == .unavailable, Call.isIdempotent, ContinuousClock.now + pause < deadline else {
          throw StorageProblem.unavailable("\(address) \(Self.sentence(error))")
        }
        try await Task.sleep(for: pause)
        pause = min(pause * 2, .milliseconds(500))
      }
    }
  }

  private func send<Call: StorageCall>(_ call: Call, within limit: Duration) async throws -> Outcome<
    Call.Answer
  > {
    var options = CallOptions.defaults
    options.timeout = limit
    var metadata = Metadata()
    if let secret = address.secret { metadata.addString("Bearer \(secret)", forKey: "authorization") }
    return try await client.unary(
      request: ClientRequest(message: call, metadata: metadata), descriptor: Call.descriptor,
      serializer: JSONMessage<Call>(), deserializer: JSONMessage<Outcome<Call.Answer>>(), options: options
    ) { try $0.message }
  }

  private static func sentence(_ error: RPCError) -> String {
    switch error.code {
    case .unavailable: "is away."
    case .deadlineExceeded: "didn't answer in time."
    case .unauthenticated: "refused the secret."
    default: "failed (\(error.code)): \(error.message)"
    }
  }
}

extension StorageCall {
  /// The name of the call as a method of gRPC.
  static var descriptor: MethodDescriptor {
    MethodDescriptor(fullyQualifiedService: "waymark.notes.Storage", method: name)
  }
}

/// The result of a call on the other side.
enum Outcome<Answer: Codable & Sendable>: Codable, Sendable {
  case answer(Answer)
  case problem(StorageProblem)
}

/// Codes the messages of gRPC as JSON.
struct JSONMessage<Message: Codable & Sendable>: MessageSerializer, MessageDeserializer {
  func serialize<Bytes: GRPCContiguousBytes>(_ message: Message) throws -> Bytes {
    Bytes(try JSONEncoder().encode(message))
  }

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Message {
    do {
      return try bytes.withUnsafeBytes { try JSONDecoder().decode(Message.self, from: Data($0)) }
    } catch {
      throw RPCError(code: .invalidArgument, message: "the message can't be read: \(error)")
    }
  }
}
