import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import NotesServer

/// Expects that an operation takes at most twice as long for one text as for another with as many bytes.
///
/// Both are measured in turns, and their shortest times are compared. On a busy machine, these are found only after many
/// turns.
func expectTwice(
  _ text: String, _ plain: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ operation: (String) async throws -> Duration
) async throws {
  var best = (text: Duration.seconds(3600), plain: Duration.seconds(3600))
  for _ in 0..<40 {
    best.plain = min(best.plain, try await operation(String(plain.utf8.prefix(text.utf8.count)) ?? ""))
    best.text = min(best.text, try await operation(text))
    if best.text <= best.plain * 2 || best.text > best.plain * 50 { break }
  }
  #expect(best.text <= best.plain * 2, sourceLocation: sourceLocation)
}

/// Requests that are meant to take the server's time or its connections.
@Suite(.application(), .serialized) struct AttackTests {
  @Test(arguments: [
    ("/login", 15_000, "name=TEXT&password=TEXT"), ("/login", 190_000, "name=TEXT"),
    ("/login", 15_000, "TEXT=a"), ("/login", 15_000, "form-token=TEXT"),
    ("/register", 15_000, "name=TEXT&password=TEXT"), ("/folders", 60_000, "TEXT=a"),
    ("/folders", 60_000, "form-token=TEXT"), ("/folders", 60_000, "name=TEXT"),
    ("/notes/new", 60_000, "title=found&text=TEXT&folder=TEXT&version=TEXT&id=NEW"),
    ("/api/session", 15_000, #"{"name": "TEXT", "password": "TEXT"}"#),
    ("/api/session", 15_000, #"{"TEXT": 1}"#), ("/api/notes", 60_000, #"{"TEXT": 1}"#),
    ("/api/folders", 60_000, #"{"name": "TEXT"}"#),
    ("/api/notes", 60_000, #"{"title": "found", "text": "TEXT", "folder": "TEXT"}"#),
    ("/login", 15_000, "Cookie: TEXT"), ("/login", 15_000, "Cookie: TEXT=a"),
    ("/login", 15_000, "Cookie: visitor=TEXT"), ("/login", 15_000, "Content-Type: TEXT"),
    ("/login", 15_000, "Authorization: TEXT"), ("/login", 15_000, "Accept: TEXT"),
    ("/login", 15_000, "X-Form-Token: TEXT"), ("/login", 15_000, "X-Forwarded-For: TEXT"),
    ("/notes/TEXT", 4000, ""), ("/login?TEXT=TEXT&notice=TEXT", 1300, ""), ("/search?words=TEXT", 600, ""),
  ]) func `bytes that take long to normalize take no time`(_ path: String, _ bytes: Int, _ body: String)
    async throws
  {
    let isVisitor = ["/login", "/register", "/api/session"].contains(path)
    let browser = application.browser()
    if !isVisitor { try await browser.register("ann") }
    // For a member, the test uses the form of the folders.
    let form = try await browser.open(isVisitor ? path : "/folders").forms.last
    let token = form?.fields["form-token"] ?? ""
    let parts = body.split(separator: ": ", maxSplits: 1)
    // Two marks in turns, which are in another order once they are normalized.
    let marks = String(repeating: "\u{301}\u{316}", count: bytes / 4)
    // Comparing the characters of the marks also takes long here, so the test looks at the templates.
    let (isJSON, isFound) = (body.hasPrefix("{"), body.contains("found"))
    try await expectTwice(marks, String(repeating: "a", count: bytes)) { text in
      let path = path.replacing("TEXT", with: text)
      let body = body.replacing("NEW", with: RandomID.make()).replacing("TEXT", with: text)
      var fields: HTTPFields = [.contentType: "application/\(isJSON ? "json" : "x-www-form-urlencoded")"]
      if let name = parts.first.flatMap({ HTTPField.Name(String($0)) }) {
        fields[name] = parts.last.map { String($0).replacing("TEXT", with: text) }
      }
      if isJSON { fields[.formToken] = token }
      let buffer = ByteBuffer(string: isJSON ? body : "form-token=\(token)&\(body)")
      let start = ContinuousClock.now
      try await browser.send(body.isEmpty ? .get : .post, path, fields: fields, body: buffer)
      // A saved note is shown, and found.
      if let link = await browser.page.fields[.location] { try await browser.send(.get, link) }
      if isFound { try await browser.send(.get, "/search?words=found") }
      return .now - start
    }
  }

  @Test func `connections that keep the server waiting are closed`() async throws {
    let (ann, text) = (try await application.user("ann"), String(repeating: "text", count: 50_000))
    let (marks, fields) = (
      String(repeating: "\u{301}", count: 5000), String(repeating: "a: b\r\n", count: 101)
    )
    try await application.storage.perform(SaveNote(note: Note(id: "long", text: text), user: ann))
    let address = StorageAddress(place: .host("localhost", port: 0), secret: "a secret")
    let server = try StorageServer.application(address, try application.database, arrivingIn: .seconds(1))
    try await server.test(.live) {
      let storage = try #require($0.port)
      func head(_ call: String, _ length: Int, secret: Bool = true) -> String {
        "POST /\(call) HTTP/1.1\r\nhost: a\r\ncontent-length: \(length)\r\n"
          + (secret ? "authorization: Bearer a secret\r\n\r\n" : "\r\n")
      }
      let call = #"{"id":"long","user":"\#(ann)"}"#
      try await withThrowingTaskGroup { group in
        for (text, rest) in [
          // No byte, a body that doesn't come, one that no function reads, and a second head.
          ("", ""), (head("ListUsers", 9999), "x"), (head("Nothing", 9999), "x"),
          ("\(head("ListUsers", 2)){}POST /L", "x"),
          // A client that doesn't know the secret, and heads that are too large.
          ("\(head("ListUsers", 2, secret: false)){}", ""),
          ("GET / HTTP/1.1\r\nhost: a\r\ncookie: \(marks)\r\n\r\n", ""),
          ("GET / HTTP/1.1\r\nhost: a\r\n\(fields)\r\n", ""),
          // A client that doesn't read its responses.
          (String(repeating: head("ReadNote", call.utf8.count) + call, count: 200), "\r\n"),
        ] {
          group.addTask {
            let connection = try await Connection(port: storage, reads: rest != "\r\n")
            #expect(await connection.isClosed(after: text, dripping: rest), "\(text.prefix(200))")
          }
        }
        try await group.waitForAll()
      }
      // A connection that waits between two requests stays, if they arrive in time.
      try await poll(for: "an idle connection") {
        let idle = try await Connection(port: storage)
        for count in 1...2 {
          try? await idle.send("\(head("ListUsers", 2)){}")
          try await poll(for: "an answer or the end") { !idle.isOpen || idle.answers == count }
          try await Task.sleep(for: .seconds(1.5))
        }
        return idle.answers == 2
      }
    }
  }
}

/// A connection that lets a test send any bytes.
private final class Connection: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer
  private let received = Mutex("")
  private let opened = Mutex<(any Channel)?>(nil)

  var answers: Int { received.withLock { $0.matches(of: #/HTTP\/1.1 200 /#).count } }
  var isOpen: Bool { opened.withLock { $0?.isActive } == true }

  init(port: Int, reads: Bool = true) async throws {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.autoRead, value: reads)
      .channelInitializer { [self] in $0.pipeline.addHandler(self) }.connect(host: "localhost", port: port)
      .get()
    opened.withLock { $0 = channel }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received.withLock { $0 += String(buffer: unwrapInboundIn(data)) }
  }

  func send(_ text: String) async throws {
    try await opened.withLock { $0 }?.writeAndFlush(ByteBuffer(string: text))
  }

  /// Sends a text, and some bytes now and then, and returns whether the other side closes the connection in a minute.
  func isClosed(after text: String, dripping rest: String) async -> Bool {
    for number in 0..<1200 {
      do { try await send(number == 0 ? text : rest) } catch { return true }
      do { try await Task.sleep(for: .milliseconds(50)) } catch { return false }
    }
    return false
  }
}
