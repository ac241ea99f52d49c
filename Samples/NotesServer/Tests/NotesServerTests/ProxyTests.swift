import Foundation
import HTTPTypes
import Testing

/// Several web processes, which share the sessions of one storage.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ProxyTests {
  @Test(.enabled(if: Tool.nginx.isUsable))
  func severalProcessesBehindAProxyShareSessions() async throws {
    try await withTemporaryFolder { folder in
      let storage = try await ServerProcess(["storage", "--folder", folder.path, "--port", "0"])
      var webs: [ServerProcess] = []
      let options = [
        "web", "--storage", "grpc://127.0.0.1:\(storage.port)", "--trust-forwarded-for", "--deadline", "30",
      ]
      for _ in 0..<2 { webs.append(try await ServerProcess(options + ["--port", "0"])) }
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
      // When it's back, the proxy asks it again after some time.
      webs[0] = try await ServerProcess(options + ["--port", "\(webs[0].port)"])
      let returned = "127.0.0.1:\(webs[0].port)"
      try await poll(for: "the process that was started again") {
        let page = try await browser.open(note)
        #expect(page.status == .ok)
        return page.fields[Proxy.upstream] == returned
      }
    }
  }

  @Test func aLogOutInOneProcessEndsTheSessionInAll() async throws {
    try await withTemporaryFolder { folder in
      let storage = try await ServerProcess(["storage", "--folder", folder.path, "--port", "0"])
      let options = [
        "web", "--port", "0", "--storage", "grpc://127.0.0.1:\(storage.port)", "--deadline", "30",
      ]
      let webs = [try await ServerProcess(options), try await ServerProcess(options)]
      let browsers = webs.map { Browser(ConnectingTransport(port: $0.port)) }
      try await browsers[0].register("ann", password: "a good password")
      await browsers[1].take(from: browsers[0])
      // Both processes keep the session.
      for browser in browsers { #expect(try await browser.open("/notes").path == "/notes") }
      try await browsers[0].submit(action: "/logout")
      #expect(await browsers[0].page.path == "/login")
      #expect(try await browsers[1].open("/notes").path == "/login?next=%2Fnotes")
    }
  }
}
