import GRPCCore
import GRPCNIOTransportHTTP2Posix
import ServerInterfaces
import Waymark

/// Serves the storages of this process to others.
public final class StorageServer: Sendable {
  private let server: GRPCServer<HTTP2ServerTransport.Posix>

  /// Creates the server.
  ///
  /// - Parameters:
  ///   - host: The address to listen at.
  ///   - port: The port, or 0 for one that's free.
  ///   - registry: The registry whose storages are served.
  public init(host: String, port: Int, registry: Registry) throws {
    let storages = Storages(
      accounts: try registry.makeDestination(to: .accountStorage),
      notes: try registry.makeDestination(to: .noteStorage),
      search: try registry.makeDestination(to: .searchIndex),
      shares: try registry.makeDestination(to: .shareStorage))
    var router = RPCRouter<HTTP2ServerTransport.Posix>()
    for call in Methods.all { Self.register(call, on: &router, storages) }
    server = GRPCServer(
      transport: .http2NIOPosix(
        address: .ipv4(host: host, port: port), transportSecurity: .plaintext),
      router: router)
  }

  /// Serves until the server is shut down.
  ///
  /// - Parameter listening: Called once with the port.
  public func run(listening: @escaping @Sendable (Int) -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.server.serve() }
      group.addTask {
        if let port = try await self.server.transport.listeningAddress.ipv4?.port { listening(port) }
      }
      try await group.waitForAll()
    }
  }

  /// Lets the calls in progress end, and takes no others.
  public func beginGracefulShutdown() { server.beginGracefulShutdown() }

  private static func register<Call: RemoteCall>(
    _ call: Call.Type, on router: inout RPCRouter<HTTP2ServerTransport.Posix>, _ storages: Storages
  ) {
    router.registerHandler(
      forMethod: Methods.descriptor(call), deserializer: JSONMessage<Call>(),
      serializer: JSONMessage<Outcome<Call.Answer>>()
    ) { request, context in
      let call = try await ServerRequest(stream: request).message
      let outcome: Outcome<Call.Answer>
      do {
        outcome = .answer(try await perform(call, on: storages, until: context.cancellation))
      } catch let problem as StorageProblem {
        outcome = .problem(problem)
      } catch is CancellationError {
        throw RPCError(code: .cancelled, message: "the call was canceled")
      } catch {
        throw RPCError(code: .internalError, message: "\(error)")
      }
      return StreamingServerResponse(single: ServerResponse(message: outcome))
    }
  }

  /// Performs a call, and cancels it when the other side has given it up.
  private static func perform<Call: RemoteCall>(
    _ call: Call, on storages: Storages, until cancellation: ServerContext.RPCCancellationHandle
  ) async throws -> Call.Answer {
    try await withThrowingTaskGroup(of: Call.Answer.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await call.perform(on: storages) }
      group.addTask {
        try await cancellation.cancelled
        throw CancellationError()
      }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
  }
}
