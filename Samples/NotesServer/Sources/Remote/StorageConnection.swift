import GRPCCore
import GRPCNIOTransportHTTP2Posix
import ServerInterfaces
import Waymark

/// Where the storages of another process are.
public struct StorageAddress: Sendable {
  /// The host, by name or by address.
  public let host: String
  /// The port.
  public let port: Int
  /// The time after which a call is given up.
  public let deadline: Duration

  /// Creates an address.
  public init(host: String, port: Int, deadline: Duration = .seconds(3)) {
    self.host = host
    self.port = port
    self.deadline = deadline
  }
}

/// The connection to the storages of another process.
///
/// It's opened again by itself when it was lost.
package final class StorageConnection: Sendable {
  private let address: StorageAddress
  private let client: GRPCClient<HTTP2ClientTransport.Posix>
  private let connections: Task<Void, any Error>

  package init(address: StorageAddress) throws {
    self.address = address
    let client = GRPCClient(
      transport: try .http2NIOPosix(
        target: .dns(host: address.host, port: address.port), transportSecurity: .plaintext,
        config: .defaults {
          $0.backoff = .init(initial: .milliseconds(50), max: .seconds(1), multiplier: 1.6, jitter: 0.2)
        }))
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
  /// Every call has a deadline. Until then, a call that may be performed twice is sent again while the other side is away.
  ///
  /// - Throws: The `StorageProblem` of the other side, or `unavailable`.
  func perform<Call: RemoteCall>(_ call: Call) async throws -> Call.Answer {
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
          throw StorageProblem.unavailable("\(address.host):\(address.port) \(Self.sentence(error))")
        }
        try await Task.sleep(for: pause)
        pause = min(pause * 2, .milliseconds(500))
      }
    }
  }

  private func send<Call: RemoteCall>(
    _ call: Call, within limit: Duration
  ) async throws -> Outcome<Call.Answer> {
    var options = CallOptions.defaults
    options.timeout = limit
    return try await client.unary(
      request: ClientRequest(message: call), descriptor: Methods.descriptor(Call.self),
      serializer: JSONMessage<Call>(), deserializer: JSONMessage<Outcome<Call.Answer>>(), options: options
    ) { try $0.message }
  }

  private static func sentence(_ error: RPCError) -> String {
    switch error.code {
    case .unavailable: "is away."
    case .deadlineExceeded: "didn't answer in time."
    default: "failed (\(error.code)): \(error.message)"
    }
  }
}

extension RoutableService<StorageAddress> { static var storageAddress: Self { declared() } }
extension RoutableService<StorageConnection> { static var storageConnection: Self { declared() } }
