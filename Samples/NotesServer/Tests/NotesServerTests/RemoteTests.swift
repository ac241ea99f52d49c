import ArgumentParser
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Testing
import Waymark

@testable import NotesServer

/// Storages of another process, with their other side in this one.
@Suite(.application(), .timeLimit(.minutes(5))) struct RemoteTests {
  /// Runs a test with a served storage: the note `slow` takes longer than any test, and saving takes some time.
  private func withSlowServer(_ body: @Sendable (StorageAddress, FaultyStorage) async throws -> Void)
    async throws
  {
    let slow = FaultyStorage(inner: try application.database) { call in
      if call is SaveNote { try await Task.sleep(for: .milliseconds(300)) }
      if (call as? ReadNote)?.id == "slow" { try await Task.sleep(for: .seconds(600)) }
    }
    try await withServer(slow) { try await body($0, slow) }
  }

  private func withConnection(
    _ address: StorageAddress, deadline: Duration = .seconds(60),
    _ body: (any NotesStorage) async throws -> Void
  ) async throws {
    var address = address
    address.deadline = deadline
    let registry = try Registry { RemoteStorageModule(address: address) }
    try await registry.run { try await body(try registry.makeDestination(to: .storage)) }
  }

  @Test func `a call that takes too long, or is canceled, ends on the other side`() async throws {
    try await withSlowServer { address, slow in
      try await withConnection(address, deadline: .seconds(1)) { storage in
        // On a slow machine, the deadline may be over before the call arrives.
        try await poll(for: "the call") {
          await #expect(throws: StorageProblem.unavailable("\(address) didn't answer in time.")) {
            try await storage.perform(ReadNote(id: "slow", user: "ann"))
          }
          return slow["ReadNote"] > 0
        }
        try await poll(for: "the cancellation") { slow["ReadNote canceled"] == slow["ReadNote"] }
      }
      try await withConnection(address) { storage in
        let count = slow["ReadNote"]
        let task = Task { try await storage.perform(ReadNote(id: "slow", user: "ann")) }
        try await poll(for: "the call") { slow["ReadNote"] > count }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await poll(for: "the cancellation") { slow["ReadNote canceled"] == count + 1 }
      }
    }
  }

  @Test func `a change with a lost answer is made once`() async throws {
    let ann = try await application.user("ann")
    let losing = FaultyStorage(
      inner: try application.database, after: { _ in throw HTTPError(.serviceUnavailable) })
    try await withServer(losing) { address in
      try await withConnection(address) { storage in
        await #expect(throws: StorageProblem.unavailable("\(address) is away.")) {
          try await storage.perform(SaveNote(note: Note(title: "A"), user: ann))
        }
        #expect(losing["SaveNote"] == 1)
        let task = Task { try await storage.perform(ListFolders(user: ann)) }
        try await poll(for: "another attempt") { losing["ListFolders"] > 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }
    let once = StorageServer.calls.filter { !$0.isIdempotent }.map { $0.name }
    #expect(once == ["AddAccount", "DeleteFolder", "SaveNote"])
    #expect(Set(StorageServer.calls.map { $0.name }).count == 22)
  }

  @Test func `callers at a port have to know the secret`() async throws {
    try await withSlowServer { address, slow in
      for secret in [nil, "", "a secret that both sides have to knoW", "a secret"] {
        var other = address
        other.secret = secret
        try await withConnection(other) { storage in
          await #expect(throws: StorageProblem.unavailable("\(address) refused the secret.")) {
            try await storage.perform(ListUsers())
          }
        }
      }
      #expect(slow["ListUsers"] == 0)
    }
    let error = #expect(throws: ValidationError.self) {
      _ = try StorageServer.application(StorageAddress(place: .host("127.0.0.1", port: 0)), FaultyStorage())
    }
    #expect(error?.message.contains("add --secret-file") == true)
  }

  @Test(.enabled(if: Tool.openssl.isUsable))
  func `with certificates, the connection is encrypted, and problems arrive as they are`() async throws {
    let folder = URL(filePath: try application.database.pool.path).deletingLastPathComponent()
    @Sendable func file(_ name: String) -> String { folder.appending(path: name).path }
    for name in ["own", "other"] {
      let openssl = try await ServerProcess(
        """
        req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
        -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
        -keyout \(file("\(name).key")) -out \(file("\(name).pem"))
        """, of: .openssl, printing: nil)
      try #require(openssl.wait() == 0, "\(openssl.text)")
    }
    let ann = try await application.user("ann")
    let database = try application.database
    try await withServer(database, certificate: file("own.pem"), key: file("own.key")) { address in
      try await withConnection(address) { storage in
        #expect(try await storage.perform(ListUsers()).map(\.id) == [ann])
        await #expect(throws: StorageProblem.missing) {
          try await storage.perform(ReadNote(id: "a", user: ann))
        }
        await #expect(throws: StorageProblem.nameTaken("ann")) {
          try await storage.perform(AddAccount(name: "ann", passwordHash: ""))
        }
        let detail = try await HealthCheck(name: "storage", storage: storage).check()
        #expect(detail.contains(" MB free, answered in "))
      }
      // Neither a server with another certificate nor an unencrypted one is reached.
      for certificate in [file("other.pem"), nil] {
        var other = address
        other.certificate = certificate
        try await withConnection(other, deadline: .seconds(1)) { storage in
          await #expect(throws: StorageProblem.self) { try await storage.perform(ListUsers()) }
        }
      }
    }
  }

  @Test func `a browser that goes away cancels its request, but not its change`() async throws {
    try await withSlowServer { address, slow in
      try await withApplication(RemoteStorageModule(address: address), .live) {
        let browser = try await application.browser(registering: "carl")
        let token = try #require(await browser.cookies["session"])
        let port = try #require(application.client.port)
        let fields: HTTPFields = [.authorization: "Bearer \(token)", .contentType: "application/json"]
        let draft = ByteBuffer(string: #"{"title": "A", "text": "text"}"#)
        for (method, path, body, call, end) in [
          (.get, "/notes/slow", nil, "ReadNote", "ReadNote canceled"),
          (.post, "/api/notes", draft, "SaveNote", "SaveNote done"),
        ] as [(HTTPRequest.Method, String, ByteBuffer?, String, String)] {
          try await TestClient.withClient(host: "127.0.0.1", port: port) { client in
            try await client.executeAndDontWaitForResponse(
              .init(path, method: method, authority: "a", headers: fields, body: body))
            try await poll(for: "the request") { slow[call] > 0 }
            #expect(slow["\(call) canceled"] == 0)
          }
          try await poll(for: "the end of the call") { slow[end] == 1 }
        }
        // A connection is used for several requests.
        try await TestClient.withClient(host: "127.0.0.1", port: port) { client in
          for path in ["/login", "/register", "/health"] {
            let response = try await client.get(path)
            #expect(response.status == .ok)
          }
        }
      }
    }
  }

  @Test(.application("--body-timeout", "0.2", setup: .live))
  func `a body that doesn't arrive is given up`() async throws {
    let port = try #require(application.client.port)
    let page = try await Browser(port: port).send(.post, "/login", fields: [.contentLength: "100"])
    #expect(page.status == 408 && page.main.contains("<p>The request took too long to arrive.</p>"))
  }
}
