import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Waymark

/// Serves the storages of this process to others.
final class StorageServer: Sendable {
  /// The address isn't safe to listen at.
  struct Unsafe: Error, CustomStringConvertible { let description: String }

  private let server: GRPCServer<HTTP2ServerTransport.Posix>
  private let address: StorageAddress

  /// Creates the server.
  ///
  /// - Throws: `Unsafe` for a port without a secret.
  init(_ address: StorageAddress, registry: Registry) throws {
    let storage = try registry.makeDestination(to: .storage)
    var router = RPCRouter<HTTP2ServerTransport.Posix>()
    for call in Self.calls { Self.register(call, on: &router, storage, secret: address.secret) }
    var security = HTTP2ServerTransport.Posix.TransportSecurity.plaintext
    if let certificate = address.certificate, let key = address.key {
      security = .tls(
        certificateChain: [.file(path: certificate, format: .pem)], privateKey: .file(path: key, format: .pem)
      )
    }
    let place: GRPCNIOTransportCore.SocketAddress
    switch address.place {
    case .socket(let path): place = .unixDomainSocket(path: path)
    case .host(let host, let port):
      guard address.secret != nil else {
        throw Unsafe(
          description: """
            Everybody who reaches \(address) could read all notes. To fix: add --secret-file with a file that the web \
            processes get, too, or listen at a Unix socket.
            """)
      }
      place = host.contains(":") ? .ipv6(host: host, port: port) : .ipv4(host: host, port: port)
    }
    self.address = address
    server = GRPCServer(
      transport: .http2NIOPosix(address: place, transportSecurity: security), router: router)
  }

  /// Serves until the server is shut down.
  ///
  /// - Parameter listening: Called once with the address, which has the port that was chosen for port 0.
  func run(listening: @escaping @Sendable (StorageAddress) -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.server.serve() }
      group.addTask {
        let bound = try await self.server.transport.listeningAddress
        var address = self.address
        switch address.place {
        case .socket(let path):
          try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        case .host(let host, _):
          address = StorageAddress(.host(host, port: bound.ipv4?.port ?? bound.ipv6?.port ?? 0))
          address.certificate = self.address.certificate
        }
        listening(address)
      }
      try await group.waitForAll()
    }
  }

  /// Lets the calls in progress end, and takes no others.
  func beginGracefulShutdown() { server.beginGracefulShutdown() }

  /// The calls that other processes may send.
  static let calls: [any StorageCall.Type] = [
    AddAccount.self, FindCredentials.self, SetPassword.self, ListUsers.self, OpenSession.self,
    FindSession.self, CloseSession.self, CloseSessions.self, ListFolders.self, NameFolder.self,
    DeleteFolder.self, ListNotes.self, ReadNote.self, SaveNote.self, PinNote.self, DeleteNote.self,
    RestoreNote.self, FindNotes.self, ShareNote.self, UnshareNote.self, ListShares.self, ReadSharedNote.self,
    CheckDatabase.self,
  ]

  private static func register<Call: StorageCall>(
    _ call: Call.Type, on router: inout RPCRouter<HTTP2ServerTransport.Posix>, _ storage: any NotesStorage,
    secret: String?
  ) {
    router.registerHandler(
      forMethod: Call.descriptor, deserializer: JSONMessage<Call>(),
      serializer: JSONMessage<Outcome<Call.Answer>>()
    ) { request, context in
      let sent = request.metadata[stringValues: "authorization"].first { _ in true } ?? ""
      guard secret.map({ SessionSecret.areEqual(sent, "Bearer \($0)") }) ?? true else {
        throw RPCError(code: .unauthenticated, message: "the secret is wrong")
      }
      let call = try await ServerRequest(stream: request).message
      let outcome: Outcome<Call.Answer>
      do {
        outcome = .answer(try await perform(call, on: storage, until: context.cancellation))
      } catch let problem as StorageProblem {
        outcome = .problem(problem)
      } catch let error as RPCError {
        throw error
      } catch {
        throw RPCError(code: .internalError, message: "\(error)")
      }
      return StreamingServerResponse(single: ServerResponse(message: outcome))
    }
  }

  /// Performs a call, and cancels it when the other side has given it up.
  private static func perform<Call: StorageCall>(
    _ call: Call, on storage: any NotesStorage, until cancellation: ServerContext.RPCCancellationHandle
  ) async throws -> Call.Answer {
    try await withThrowingTaskGroup(of: Call.Answer.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await storage.perform(call) }
      group.addTask {
        try await cancellation.cancelled
        throw CancellationError()
      }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
  }
}
