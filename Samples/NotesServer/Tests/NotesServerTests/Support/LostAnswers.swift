import GRPCCore
import GRPCNIOTransportHTTP2Posix
import ServerInterfaces
import Synchronization
import Testing

@testable import Remote

/// The other side of a storage that performs calls, but goes away before it answers.
final class LostAnswers: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  private let notes = MemoryNotes()

  /// Returns how often a call was performed.
  func count(_ call: String) -> Int { counts.withLock { $0[call] ?? 0 } }

  /// Runs a test while the calls are served at a port.
  func serve(_ body: (Int) async throws -> Void) async throws {
    var router = RPCRouter<HTTP2ServerTransport.Posix>()
    add(SaveNote.self, to: &router) { [notes] in _ = try notes.save($0.note, of: $0.user) }
    add(ReadNote.self, to: &router) { _ in }
    router.registerHandler(
      forMethod: Methods.descriptor(ListFolders.self), deserializer: JSONMessage<ListFolders>(),
      serializer: JSONMessage<Outcome<[Folder]>>()
    ) { request, _ in
      _ = try await ServerRequest(stream: request).message
      return StreamingServerResponse(single: ServerResponse(message: .answer([])))
    }
    let server = GRPCServer(
      transport: .http2NIOPosix(
        address: .ipv4(host: "127.0.0.1", port: 0), transportSecurity: .plaintext),
      router: router)
    async let running: Void = server.serve()
    do {
      try await body(try #require(try await server.transport.listeningAddress.ipv4?.port))
      server.beginGracefulShutdown()
    } catch {
      server.beginGracefulShutdown()
      throw error
    }
    try await running
  }

  private func add<Call: RemoteCall>(
    _ call: Call.Type, to router: inout RPCRouter<HTTP2ServerTransport.Posix>,
    _ perform: @escaping @Sendable (Call) throws -> Void
  ) {
    router.registerHandler(
      forMethod: Methods.descriptor(call), deserializer: JSONMessage<Call>(),
      serializer: JSONMessage<Outcome<Call.Answer>>()
    ) { [self] request, _ in
      try perform(try await ServerRequest(stream: request).message)
      counts.withLock { $0[call.name, default: 0] += 1 }
      throw RPCError(code: .unavailable, message: "going away")
    }
  }
}
