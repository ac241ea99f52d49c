import HTTPTypes
import HummingbirdTesting
import NotesServer
import Remote
import Testing

/// Clients that close their connection before the answer, and those that don't.
@Suite(.timeLimit(.minutes(5))) struct ConnectionTests {
  /// Runs a test on an application that listens at a port, with slow notes in another process.
  private func withSlowApplication(
    _ body: @Sendable (_ slow: SlowNotes, _ port: Int, _ cookie: String) async throws -> Void
  ) async throws {
    let slow = SlowNotes()
    try await withStorageServer(slow) { port in
      let storage = StoragePlace.remote(
        StorageAddress(host: "127.0.0.1", port: port, deadline: .seconds(120)))
      try await withApplication(on: storage, .live) { application in
        let browser = try await application.browser(registering: "ann")
        let session = try #require(await browser.cookies["session"])
        try await body(slow, try #require(application.client.port), "Cookie: session=\(session)")
      }
    }
  }

  @Test func aBrowserThatGoesAwayCancelsWhatItWaitedFor() async throws {
    try await withSlowApplication { slow, port, cookie in
      let connection = try RawConnection(port: port)
      try connection.send(["GET /notes/slow HTTP/1.1", cookie])
      try await poll(for: "the request") { slow.started > 0 }
      #expect(slow.started == 1)
      try await Task.sleep(for: .milliseconds(50))
      #expect(slow.canceled == 0)
      connection.close()
      try await poll(for: "the cancellation") { slow.canceled > 0 }
      #expect(slow.canceled == 1)
    }
  }

  @Test func aChangeIsMadeEvenIfTheBrowserGoesAway() async throws {
    try await withSlowApplication { slow, port, cookie in
      let token = String(cookie.dropFirst("Cookie: session=".count))
      let connection = try RawConnection(port: port)
      try connection.send(
        ["POST /api/notes HTTP/1.1", "Authorization: Bearer \(token)", "Content-Type: application/json"],
        body: #"{"title": "A", "text": "text"}"#)
      try await poll(for: "the request") { slow.started > 0 }
      connection.close()
      try await poll(for: "the change") { slow.saved > 0 }
      #expect(slow.saved == 1)
    }
  }

  @Test func aConnectionIsUsedForSeveralRequests() async throws {
    try await withSlowApplication { _, port, _ in
      try await TestClient.withClient(host: "127.0.0.1", port: port) { client in
        for path in ["/login", "/register", "/health"] {
          let response = try await client.execute(
            .init(path, method: .get, authority: "127.0.0.1", headers: [:]))
          #expect(response.status == .ok)
        }
      }
    }
  }
}
