import Foundation
import HTTPTypes
import Testing

/// The application in several processes.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ProcessTests {
  @Test func aStorageThatIsKilledAndStartedAgainLosesNothing() async throws {
    try await withTemporaryFolder { folder in
      let storage = try await ServerProcess(["storage", "--folder", folder.path, "--port", "0"])
      let web = try await ServerProcess([
        "web", "--port", "0", "--storage", "grpc://127.0.0.1:\(storage.port)", "--deadline", "2",
      ])
      let browser = Browser(ConnectingTransport(port: web.port))
      try await browser.register("ann", password: "a good password")
      let note = try await browser.addNote("Kept", "text")
      #expect(try await browser.open("/health").text == #"{"checks":{"storage":"healthy"}}"#)

      storage.kill9()
      let start = ContinuousClock.now
      let page = try await browser.open(note)
      #expect(page.status == .serviceUnavailable)
      #expect(page.fields[.retryAfter] == "5")
      #expect(page.main.contains("The storage can&#39;t be reached: 127.0.0.1:\(storage.port)"))
      #expect(ContinuousClock.now - start < .seconds(5))
      #expect(try await browser.open("/health").status == .serviceUnavailable)

      let again = try await ServerProcess(["storage", "--folder", folder.path, "--port", "\(storage.port)"])
      // Calls that may be sent again wait for the connection.
      #expect(try await browser.open(note).main.contains("text</textarea>"))
      try await browser.submit(["text": "changed"])
      #expect(await browser.page.main.contains("changed</textarea>"))
      #expect(web.stop() == 0)
      #expect(again.stop() == 0)
    }
  }

  @Test func aRequestInProgressSurvivesARestartOfTheStorage() async throws {
    try await withTemporaryFolder { folder in
      let storage = try await ServerProcess(["storage", "--folder", folder.path, "--port", "0"])
      let web = try await ServerProcess([
        "web", "--port", "0", "--storage", "grpc://127.0.0.1:\(storage.port)", "--deadline", "20",
      ])
      let browser = Browser(ConnectingTransport(port: web.port))
      try await browser.register("ann", password: "a good password")
      let note = try await browser.addNote("Kept", "text")
      storage.kill9()
      async let page = browser.open(note)
      try await Task.sleep(for: .milliseconds(300))
      let again = try await ServerProcess(["storage", "--folder", folder.path, "--port", "\(storage.port)"])
      #expect(try await page.main.contains("text</textarea>"))
      _ = again.stop()
    }
  }

  @Test func noConfirmedNoteIsLostWhenTheProcessIsKilled() async throws {
    try await withTemporaryFolder { folder in
      var confirmed: [String] = []
      var fields: [String: String] = [:]
      var cookies: Browser?
      for round in 0..<3 {
        let web = try await ServerProcess([
          "web", "--port", "0", "--storage", folder.path, "--changes", "100000",
        ])
        let browser = Browser(ConnectingTransport(port: web.port))
        if let cookies {
          await browser.take(from: cookies)
        } else {
          try await browser.register("ann", password: "a good password")
        }
        cookies = browser
        try await browser.open("/notes/new")
        fields = try #require(await browser.page.forms.last).fields
        let killer = Task {
          try await Task.sleep(for: .milliseconds(400 + 150 * round))
          web.kill9()
        }
        for number in 0... {
          let title = "Note \(round) \(number)"
          let draft = fields.merging(["title": title, "id": String(identifier(round, number)), "text": "t"]) {
            $1
          }
          guard let page = try? await browser.post("/notes/new", draft), page.status == .seeOther else {
            break
          }
          confirmed.append(title)
        }
        try await killer.value
      }
      #expect(confirmed.count > 10)
      let web = try await ServerProcess(["web", "--port", "0", "--storage", folder.path])
      let browser = Browser(ConnectingTransport(port: web.port))
      if let cookies { await browser.take(from: cookies) }
      var found: Set<String> = []
      var next: String? = "/notes"
      while let path = next {
        let page = try await browser.open(path)
        for match in page.main.matches(of: #/>(Note [0-9]+ [0-9]+)<\/a>/#) {
          found.insert(String(match.output.1))
        }
        next = page.main.firstMatch(of: #/href="([^"]*)" rel="next"/#).map { String($0.output.1) }
      }
      #expect(Set(confirmed).subtracting(found).isEmpty)
    }
  }

  private func identifier(_ round: Int, _ number: Int) -> String {
    let text = "r\(round)n\(number)"
    return text + String(repeating: "x", count: 22 - text.count)
  }

  @Test(.enabled(if: Tool.nginx.isUsable))
  func severalProcessesBehindAProxyShareSessions() async throws {
    try await withTemporaryFolder { folder in
      let storage = try await ServerProcess(["storage", "--folder", folder.path, "--port", "0"])
      var webs: [ServerProcess] = []
      for _ in 0..<2 {
        webs.append(
          try await ServerProcess([
            "web", "--port", "0", "--storage", "grpc://127.0.0.1:\(storage.port)", "--trust-forwarded-for",
            "--log-level", "debug",
          ]))
      }
      let proxy = try await Proxy(in: folder, to: webs.map(\.port))
      let browser = Browser(ConnectingTransport(port: proxy.port))
      try await browser.register("ann", password: "a good password")
      let note = try await browser.addNote("Shared by processes", "text")
      for number in 0..<8 {
        try await browser.open(note)
        try await browser.submit(["text": "text \(number)"])
        #expect(await browser.page.main.contains("text \(number)</textarea>"))
        // What one process cached isn't shown by the other after a change.
        #expect(try await browser.open("/search?words=processes").main.contains("text \(number)"))
      }
      let served = Set(await browser.history.compactMap { $0.fields[Proxy.upstream] })
      #expect(served == Set(webs.map { "127.0.0.1:\($0.port)" }))

      // One process ends in the middle; the other goes on with the session.
      webs[0].kill9()
      for _ in 0..<4 { #expect(try await browser.open(note).status == .ok) }
      try await browser.submit(action: "/logout")
      #expect(try await browser.open(note).path.hasPrefix("/login"))
    }
  }
}
