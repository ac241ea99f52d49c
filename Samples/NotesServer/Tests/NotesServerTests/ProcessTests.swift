import Foundation
import Hummingbird
import Testing

@testable import NotesServer

@Suite(.timeLimit(.minutes(5))) final class ProcessTests {
  private let folder = URL.temporaryDirectory.appending(path: "ns-\(UUID().uuidString.prefix(8))")
  private var socket: String { "unix:\(folder.path)/storage.sock" }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Starts a storage that listens at the socket in its folder, where no secret is needed.
  private func startStorage() async throws -> ServerProcess {
    try await ServerProcess("storage --folder \(folder.path)")
  }

  private func startWeb(_ options: String, storage: String? = nil) async throws -> ServerProcess {
    try await ServerProcess("web --port 0 --storage \(storage ?? socket) --changes 100000 \(options)")
  }

  @Test func `a storage that is killed, frozen, and started again loses nothing`() async throws {
    let storage = try await startStorage()
    // Only the storage's user reaches the socket.
    let socket = folder.appending(path: "storage.sock").path
    let permissions = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions]
    #expect((permissions as? NSNumber).map { $0.intValue & 0o077 } == 0)
    let web = try await startWeb("--deadline 1")
    let browser = Browser(port: web.port)
    try await browser.register("ann")
    let note = try await browser.addNote("Kept", "text")
    #expect(try await browser.open("/health").text == #"{"checks":{"storage":"healthy"}}"#)
    let form = try #require(try await browser.open("/notes/new").forms.last)
    let draft = ["title": "Written <meanwhile>", "text": "The\n draft & more"]
    for signal in [SIGSTOP, SIGKILL] {
      storage.send(signal)
      if signal == SIGKILL { storage.wait() }
      let page = try await browser.open(note)
      #expect(page.status == 503 && page.fields[.retryAfter] == "5")
      #expect(page.main.contains("The notes can&#39;t be reached at the moment. Try again in a minute."))
      #expect(!page.text.contains("storage.sock"))
      // The written text isn't lost, although nobody knows the session.
      let refused = try await browser.post(form, draft)
      #expect(refused.status == 503 && refused.main.contains("Written &lt;meanwhile&gt;</textarea>"))
      #expect(refused.main.contains("The\n draft &amp; more</textarea>"))
      try await poll(for: "the health") { try await browser.open("/health").status == 503 }
      // The operator learns the reason.
      #expect(web.text.contains("storage.sock"))
      if signal == SIGSTOP {
        storage.send(SIGCONT)
        #expect(try await browser.open(note).status == 200)
      }
    }
    async let waiting = browser.open(note)
    let again = try await startStorage()
    // A call that may be sent again waits for the connection.
    #expect([200, 503].contains(try await waiting.status))
    try await poll(for: "the storage") { try await browser.open(note).status == 200 }
    #expect(try await browser.submit(["text": "changed"], on: "\(note)/edit").main.contains("changed</pre>"))
    for _ in 0..<2 { #expect(try await browser.post(form, draft).status == 303) }
    #expect(try await browser.open("/notes").main.contains("2 notes"))
    #expect(web.wait(after: SIGTERM) == 0 && again.wait(after: SIGTERM) == 0)
  }

  @Test func `requests in progress are answered before the database is closed`() async throws {
    let web = try await startWeb("--log-level debug", storage: folder.path)
    #expect(web.text.contains("NotesDatabase started in "))
    // Passwords are hashed one after the other. When the first is answered, the others wait.
    let answers = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<4 {
        let browser = Browser(port: web.port)
        let form = try #require(try await browser.open("/register").forms.last)
        let fields = ["name": "user \(number)", "password": Browser.password]
        group.addTask { try await browser.post(form, fields).status }
      }
      let first = try #require(try await group.next())
      web.send(SIGTERM)
      return try await group.reduce(into: [first]) { $0.append($1) }
    }
    // Each account is added after its password has been hashed.
    #expect(answers == [303, 303, 303, 303])
    #expect(web.wait() == 0 && web.text.contains("NotesDatabase stopped in "))
  }

  @Test func `a signal during the start stops the started instances`() async throws {
    let storage = try await startStorage()
    storage.send(SIGSTOP)
    // The sample data waits for the storage.
    let web = try await ServerProcess(
      "web --profile development --deadline 600 --log-level debug --storage \(socket)",
      printing: #/(SampleData) is starting/#)
    #expect(web.wait(after: SIGTERM) == 0)
    #expect(web.text.contains("StorageConnection stopped in ") && !web.text.contains("Notes are at"))
  }

  @Test(.enabled(if: Tool.nginx.isUsable))
  func `several processes behind a proxy share sessions and changes`() async throws {
    let storage = try await startStorage()
    var webs: [ServerProcess] = []
    for _ in 0..<2 { webs.append(try await startWeb("--proxy 127.0.0.1 --deadline 30")) }
    let (proxy, port) = try await Self.nginx(in: folder, to: webs.map(\.port))
    let browser = Browser(port: port)
    try await browser.register("ann")
    let note = try await browser.addNote("Shared by processes", "text")
    for number in 0..<8 {
      let page = try await browser.submit(["text": "text \(number)"], on: "\(note)/edit")
      #expect(page.main.contains("text \(number)</pre>"))
      // After a change, a process doesn't show the text that the other one cached.
      #expect(try await browser.open("/search?words=processes").main.contains("text \(number)"))
    }
    #expect(Set(await browser.history.compactMap { $0.fields[.via] }).count == 2)
    #expect(try await browser.share(note).hasPrefix("/shared/"))
    #expect(await browser.page.main.contains("https://notes.test/shared/"))
    webs[0].wait(after: SIGKILL)
    for _ in 0..<4 { #expect(try await browser.open(note).status == 200) }
    webs[0] = try await ServerProcess("web --port \(webs[0].port) --storage \(socket) --proxy 127.0.0.1")
    // A log-out in one process ends the session in all.
    let other = Browser(port: port)
    await other.take(from: browser)
    try await browser.submit(action: "/logout")
    for _ in 0..<4 { #expect(try await other.open(note).path.hasPrefix("/login")) }
    proxy.wait(after: SIGTERM)
    #expect(storage.wait(after: SIGTERM) == 0)
  }

  private static func nginx(in folder: URL, to ports: [Int]) async throws -> (ServerProcess, port: Int) {
    let port = Int.random(in: 20_000..<30_000)
    let servers = ports.map { "server 127.0.0.1:\($0) fail_timeout=1s;" }.joined(separator: " ")
    let configuration = [("FOLDER", folder.path), ("PORT", "\(port)"), ("SERVERS", servers)].reduce(
      try String(
        contentsOf: URL(filePath: "Support/nginx.conf", relativeTo: URL(filePath: #filePath)), encoding: .utf8
      )
    ) { $0.replacing($1.0, with: $1.1) }
    let file = folder.appending(path: "nginx.conf")
    try Data(configuration.utf8).write(to: file)
    let process = try await ServerProcess(
      "-e \(folder.path)/nginx.log -c \(file.path)", of: .nginx, printing: nil)
    try await poll(for: "nginx") { (try? await Browser(port: port).open("/health")) != nil }
    return (process, port)
  }

  @Test func `it starts without any option`() async throws {
    let web = try await ServerProcess("--port 0", environment: ["XDG_DATA_HOME": folder.path])
    let page = try await Browser(port: web.port).open("/")
    #expect(page.status == 200 && page.path == "/login?next=%2F")
    #expect(web.wait(after: SIGTERM) == 0)
    #expect(
      web.text == """
        Notes are at http://127.0.0.1:\(web.port)/
        Storage: \(folder.path)/waymark-notes-server

        """)
  }

  @Test func `the graph is printed without a folder, without which the server ends`() async throws {
    let graph = try await run("routes --storage /proc/nowhere")
    #expect(graph.status == 0 && graph.text.hasPrefix("digraph"))
    let remote = try await run("routes --format mermaid --storage unix:/nowhere.sock")
    #expect(remote.text.contains("StorageConnection") && !remote.text.contains("NotesDatabase"))
    let server = try await run("web --port 0 --storage /proc/nowhere")
    #expect(server.status == 1 && server.text.contains("NotesDatabase"))
  }

  @Test(arguments: [
    "web --storage http://a": "--storage is a folder, unix:PATH, or http://HOST:PORT, not 'http://a'",
    "web --storage ftp://a:1": "--storage is a folder, unix:PATH, or http://HOST:PORT, not 'ftp://a:1'",
    "web --storage https://a:1": "https:// needs --certificate, a file with the certificates to trust",
    "web --storage http://a:1 --certificate x": "with --certificate, the address begins with https://",
    "web --port 70000": "--port is a number up to 65535",
    "web --profile other":
      "The value 'other' is invalid for '--profile <profile>'. Please provide one of 'development'.",
    "web --deadline 0": "--deadline is a number of seconds",
    "web --changes 0": "--changes is a positive number",
    "web --host 0.0.0.0":
      "passwords and notes would be sent to 0.0.0.0 unencrypted: name an HTTPS proxy with --proxy, or add --insecure",
    "storage --listen 0.0.0.0:1":
      "everybody who reaches 0.0.0.0:1 could read all notes: add --secret-file, or listen at unix:PATH",
    "storage --secret-file /dev/null":
      "--secret-file is a file with at least 32 characters, such as the output of 'openssl rand -hex 32'",
    "storage --certificate x": "--certificate and --key belong together",
  ]) func `a wrong option is explained`(_ command: String, _ message: String) async throws {
    let result = try await run(command)
    #expect(result.status == 64 && result.text.contains("Error: \(message)\n"))
  }

  private func run(_ command: String) async throws -> (status: Int32, text: String) {
    let process = try await ServerProcess(command, printing: nil)
    return (process.wait(), process.text)
  }
}
