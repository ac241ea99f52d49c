import Foundation
import HTTPTypes
import Testing

/// What was confirmed is kept, even if the process that has the database is killed.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DurabilityTests {
  /// What a browser wrote: of each title the text that was confirmed last, and that which was sent last.
  private typealias Written = [String: (confirmed: String, sent: String)]

  @Test func nothingConfirmedIsLostWhenTheProcessIsKilled() async throws {
    try await withTemporaryFolder { folder in
      var written: Written = [:]
      var browser: Browser?
      for round in 0..<3 {
        let web = try await Self.web(folder.path)
        browser = try await Self.browser(at: web, after: browser)
        try await write(in: round, browser, into: &written) { web.kill9() }
      }
      let web = try await Self.web(folder.path)
      try await expect(written, in: Self.browser(at: web, after: browser))
    }
  }

  @Test func nothingConfirmedIsLostWhenTheStorageIsKilled() async throws {
    try await withTemporaryFolder { folder in
      var storage = try await ServerProcess(["storage", "--folder", folder.path, "--port", "0"])
      let web = try await Self.web("grpc://127.0.0.1:\(storage.port)", "--deadline", "10")
      let browser = try await Self.browser(at: web, after: nil)
      var written: Written = [:]
      for round in 0..<2 {
        try await write(in: round, browser, into: &written) { [storage] in storage.kill9() }
        storage = try await ServerProcess(["storage", "--folder", folder.path, "--port", "\(storage.port)"])
      }
      try await expect(written, in: browser)
    }
  }

  private static func web(_ storage: String, _ options: String...) async throws -> ServerProcess {
    try await ServerProcess(["web", "--port", "0", "--storage", storage, "--changes", "100000"] + options)
  }

  /// Returns a browser with the session of an earlier one, or of a new user.
  private static func browser(at web: ServerProcess, after earlier: Browser?) async throws -> Browser {
    let browser = Browser(ConnectingTransport(port: web.port))
    if let earlier {
      await browser.take(from: earlier)
    } else {
      try await browser.register("ann", password: "a good password")
    }
    return browser
  }

  /// Adds notes and changes each of them, until the process is killed, which happens in the middle of this.
  private func write(
    in round: Int, _ browser: Browser?, into written: inout Written, kill: @escaping @Sendable () -> Void
  ) async throws {
    let browser = try #require(browser)
    let form = try #require(try await browser.open("/notes/new").forms.last)
    var killer: Task<Void, any Error>?
    writing: for number in 0... {
      if number == 4 {
        killer = Task {
          try await Task.sleep(for: .milliseconds(20 + 15 * round))
          kill()
        }
      }
      let name = "r\(round)n\(number)"
      let id = name + String(repeating: "x", count: 22 - name.count)
      let title = "Note \(round) \(number)"
      for (path, version, text) in [("/notes/new", "0", "first"), ("/notes/\(id)", "1", "second")] {
        let draft = form.fields.merging(["id": id, "title": title, "version": version, "text": text]) { $1 }
        let confirmed = written[title]?.confirmed
        if confirmed != nil { written[title]?.sent = text }
        guard let page = try? await browser.post(path, draft), page.status == .seeOther else { break writing }
        written[title] = (text, text)
      }
    }
    // Nothing but the end of the process ends the loop.
    try await #require(killer).value
  }

  /// Expects that the browser shows all that was confirmed, or what was sent after that.
  private func expect(_ written: Written, in browser: Browser) async throws {
    #expect(written.count > 5)
    var found: [String: String] = [:]
    var next: String? = "/notes"
    while let path = next {
      let page = try await browser.open(path)
      #expect(page.status == .ok)
      for match in page.main.matches(of: #/>(Note [0-9]+ [0-9]+)<\/a> <time[^>]*>[^<]*<\/time><p>([^<]*)</#) {
        found[String(match.output.1)] = String(match.output.2)
      }
      next = page.main.firstMatch(of: #/href="([^"]*)" rel="next"/#).map { String($0.output.1) }
    }
    for (title, texts) in written {
      let text = found[title]
      #expect(text == texts.confirmed || text == texts.sent, "\(title)")
    }
    #expect(written.values.contains { $0.confirmed == "second" })
  }
}
