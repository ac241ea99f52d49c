import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging

/// Serves the storage of this process to others, with a path for each call.
enum StorageServer {
  static let calls: [any StorageCall.Type] = [  // The calls that other processes may send.
    AddAccount.self, FindCredentials.self, SetPassword.self, ListUsers.self, OpenSession.self,
    FindSession.self, CloseSession.self, CloseSessions.self, ListFolders.self, NameFolder.self,
    DeleteFolder.self, ListNotes.self, ReadNote.self, SaveNote.self, PinNote.self, DeleteNote.self,
    RestoreNote.self, FindNotes.self, ShareNote.self, ListShares.self, ReadSharedNote.self,
    CheckDatabase.self,
  ]

  /// Returns the server, which gives a caller a limited time to send its secret, and then its call.
  static func application(
    _ address: StorageAddress, _ storage: any NotesStorage, logger: Logger = Logger(label: "notes-server"),
    arrivingIn limit: Duration = .seconds(10), listening: @escaping @Sendable (Int?) -> Void = { _ in }
  ) throws -> some ApplicationProtocol {
    try address.checkThatCallersAreKnown()
    let bind: BindAddress
    switch address.place {
    case .socket(let path):
      // Only processes of the same user reach the socket.
      umask(0o077)
      bind = .unixDomainSocket(path: path)
    case .host(let host, let port): bind = .hostname(host, port: port)
    }
    let router = Hummingbird.Router(context: SiteContext.self)
    func add<Call: StorageCall>(_ call: Call.Type) {
      router.post(RouterPath(Call.name)) { [secret = address.secret] request, _ -> Response in
        let sent = request.headers[.authorization] ?? ""
        let isKnown = secret.map { SessionSecret.areEqual(sent, "Bearer \($0)") } ?? true
        guard isKnown else {
          throw HTTPError(.unauthorized, headers: [.connection: "close"], message: "The secret is wrong.")
        }
        let body = try await request.body.collect(upTo: Limits.body)
        let call = try JSONDecoder().decode(Call.self, from: Data(body.readableBytesView))
        do { return try reply(.ok, try await storage.perform(call)) } catch let problem as StorageProblem {
          return try reply(.conflict, problem)
        }
      }
    }
    for call in calls { add(call) }
    let changes = Set(calls.filter { $0.isChange }.map { "/\($0.name)" })
    let responder = CancelingResponder(router.buildResponder()) { !changes.contains($0.uri.path) }
    // A web process has 64 connections.
    var server = HTTPServerBuilder.http1(within: limit, connectionsOfEach: 256)
    if let certificate = address.certificate, let key = address.key {
      server = try .tls(
        server,
        tlsConfiguration: .makeServerConfiguration(
          certificateChain: NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
          privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
    }
    return Application(
      responder: responder, server: server,
      configuration: ApplicationConfiguration(
        address: bind, serverName: nil, backlog: 1024,
        availableConnectionsDelegate: MaximumAvailableConnections(500)),
      onServerRunning: { listening($0.localAddress?.port) }, logger: logger)
  }

  private static func reply(_ status: HTTPResponse.Status, _ value: some Encodable) throws -> Response {
    let body = ByteBuffer(bytes: try JSONEncoder().encode(value))
    return Response(status: status, body: ResponseBody(byteBuffer: body))
  }
}
