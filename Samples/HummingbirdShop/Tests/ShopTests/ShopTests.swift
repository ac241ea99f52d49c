import Foundation
import Hummingbird
import HummingbirdTesting
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import Synchronization
import Testing
import Tracing
import Waymark
import WaymarkTesting

@testable import Shop

@Suite("The shop", .serialized)
struct ShopTests {
  private static let tracer = InMemoryTracer()
  private static let metrics = TestMetrics()
  private static let lines = Lines()
  /// The process has one of each.
  private static let isPrepared: Void = {
    InstrumentationSystem.bootstrap(tracer)
    MetricsSystem.bootstrap(metrics)
    LoggingSystem.bootstrap { RecordingLog(label: $0, lines: lines) }
  }()

  /// The same requests, answered without Waymark.
  @Test func `the plain shop answers like the shop`() async throws {
    Self.isPrepared
    let pool = try await ConnectionPool(logger: Logger(label: "test"))
    await pool.open()
    let application = Application(router: PlainShop.router(pool, MemoryPersistDriver()))
    try await application.test(.live) { client in
      #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
      #expect(try await order("tea", 4, [:], client) == .unauthorized)
      let ann = try await logIn("ann", client)
      #expect(try await order("tea", 4, ann, client) == .created)
      #expect(try await order("house", 500_000, ann, client) == .unprocessableContent)
      #expect(try await orders(ann, client) == ["tea"])
      let export = try await client.execute(uri: "/orders.csv", method: .get, headers: ann)
      #expect(String(buffer: export.body) == "\"tea\",4\n")
      #expect(try await client.execute(uri: "/orders.csv", method: .get).status == .unauthorized)
      _ = try await client.execute(uri: "/logout", method: .post, headers: ann)
      #expect(try await order("tea", 4, ann, client) == .unauthorized)
      await pool.close()
      #expect(try await client.execute(uri: "/health", method: .get).status == .serviceUnavailable)
    }
  }

  @Test(arguments: [[], ["--plain"]], [SIGINT, SIGTERM])
  func `a signal stops the server, and then the pool`(_ options: [String], _ signal: Int32) async throws {
    let (process, output) = (Process(), Pipe())
    let products = Bundle(for: Lines.self).bundleURL.deletingLastPathComponent()
    let folders = [products, URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()]
    process.executableURL = folders.map { $0.appending(path: "shop") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
    process.arguments = ["--port", "0"] + options
    process.standardError = output
    try process.run()
    var text = ""
    while case let part = output.fileHandleForReading.availableData, !part.isEmpty {
      text += String(decoding: part, as: UTF8.self)
      if text.contains("listening on") { kill(process.processIdentifier, signal) }
    }
    process.waitUntilExit()
    let lines = text.split(separator: "\n")
    #expect(process.terminationStatus == 0)
    let ends = [lines.first, lines.last].compactMap { $0?.split(separator: " ").last }
    #expect(ends == ["connected", "disconnected"], "\(text)")
  }

  private func test(
    _ setup: TestingSetup = .router, _ body: @Sendable (any TestClientProtocol, Registry) async throws -> Void
  ) async throws {
    Self.isPrepared
    let registry = try Registry { ShopModule(logger: Logger(label: "test")) }
    try await registry.run {
      let application = Application(router: router(registry))
      try await application.test(setup) { try await body($0, registry) }
    }
  }

  /// Logs a user in, and returns the headers of later requests.
  private func logIn(_ user: String, _ client: any TestClientProtocol) async throws -> HTTPFields {
    let response = try await client.execute(
      uri: "/login", method: .post, body: ByteBuffer(string: #"{"user":"\#(user)"}"#))
    #expect(response.status == .noContent)
    let cookie = try #require(response.headers[.setCookie]?.split(separator: ";").first)
    return [.cookie: String(cookie)]
  }

  private func order(
    _ item: String, _ price: Int, _ headers: HTTPFields, _ client: any TestClientProtocol
  ) async throws -> HTTPResponse.Status {
    try await client.execute(
      uri: "/orders", method: .post, headers: headers,
      body: ByteBuffer(string: #"{"item":"\#(item)","price":\#(price)}"#)
    ).status
  }

  /// Returns the ordered items.
  private func orders(_ headers: HTTPFields, _ client: any TestClientProtocol) async throws -> [String] {
    let response = try await client.execute(uri: "/orders", method: .get, headers: headers)
    #expect(response.status == .ok)
    return try JSONDecoder().decode([Order].self, from: response.body).map(\.item)
  }

  @Test func `a checkout commits its transaction`() async throws {
    try await test { client, _ in
      let ann = try await logIn("ann", client)
      #expect(try await order("tea", 4, ann, client) == .created)
      #expect(try await order("piano", 5_000, ann, client) == .created)
      #expect(try await orders(ann, client) == ["tea", "piano"])
      #expect(Self.metrics.counterTotal(label: "shop.invoices") >= 1)
      #expect(Self.metrics.counterTotal(label: "shop.cards") >= 1)
    }
  }

  @Test func `a declined payment rolls back the checkout`() async throws {
    try await test { client, _ in
      let ann = try await logIn("ann", client)
      #expect(try await order("house", 500_000, ann, client) == .unprocessableContent)
      #expect(try await orders(ann, client) == [])
    }
  }

  @Test func `each session has its own orders`() async throws {
    try await test { client, _ in
      let (ann, bob) = (try await logIn("ann", client), try await logIn("bob", client))
      #expect(try await order("tea", 4, ann, client) == .created)
      #expect(try await orders(bob, client) == [])
    }
  }

  @Test func `a request without a session is unauthorized`() async throws {
    try await test { client, _ in
      #expect(try await order("tea", 4, [:], client) == .unauthorized)
      let ann = try await logIn("ann", client)
      let response = try await client.execute(uri: "/logout", method: .post, headers: ann)
      #expect(response.status == .noContent)
      try await client.execute(uri: "/orders", method: .get, headers: ann) { response in
        #expect(response.status == .unauthorized)
        #expect(String(buffer: response.body).contains("loggedOut"))
      }
    }
  }

  @Test func `a health check starts no transaction`() async throws {
    try await test { client, registry in
      let response = try await client.execute(uri: "/health", method: .get)
      #expect(response.status == .ok)
      await (try registry(.pool)).close()
      #expect(try await client.execute(uri: "/health", method: .get).status == .serviceUnavailable)
      // A transaction needs an open pool.
      let ann = try await logIn("ann", client)
      #expect(try await order("tea", 4, ann, client) == .serviceUnavailable)
    }
  }

  @Test func `an export streams after the visit`() async throws {
    try await test(.live) { client, _ in
      let ann = try await logIn("ann", client)
      for item in ["tea", #"milk, \"fresh\""#] { _ = try await order(item, 4, ann, client) }
      let response = try await client.execute(uri: "/orders.csv", method: .get, headers: ann)
      #expect(String(buffer: response.body) == "\"tea\",4\n\"milk, \"\"fresh\"\"\",4\n")
      #expect(try await client.execute(uri: "/orders.csv", method: .get).status == .unauthorized)
    }
  }

  @Test func `each scope has a span`() async throws {
    try await test { client, _ in
      let ann = try await logIn("ann", client)
      Self.tracer.clearFinishedSpans()
      _ = try await orders(ann, client)
      let spans = Self.tracer.finishedSpans
      let visit = try #require(spans.first { $0.operationName == "visit" })
      let request = try #require(spans.first { $0.operationName == "/orders" })
      #expect(visit.traceID == request.traceID)
      #expect(visit.parentSpanID == request.spanID)
      #expect(visit.attributes["user"]?.toSpanAttribute() == "ann".toSpanAttribute())
    }
  }

  @Test func `each start has a span`() async throws {
    Self.isPrepared
    Self.tracer.clearFinishedSpans()
    try await test { _, registry in
      #expect(Self.tracer.finishedSpans.contains { $0.operationName == "start ConnectionPool" })
      let report = try #require(registry.startReport?.instances.first { $0.name == "ConnectionPool" })
      Self.tracer.clearFinishedSpans()
      trace(
        LifecycleEvent(
          .didStart, of: ConnectionPool.self, location: report.location,
          duration: .milliseconds(5), neededBy: []))
      let span = try #require(Self.tracer.finishedSpans.first)
      let length = span.endInstant.nanosecondsSinceEpoch - span.startInstant.nanosecondsSinceEpoch
      #expect(length == 5_000_000)
    }
  }

  @Test func `the log names the user`() async throws {
    try await test { client, _ in
      let ann = try await logIn("ann", client)
      _ = try await order("cup", 4, ann, client)
      let line = try #require(Self.lines.all.last { $0.contains("ordered") })
      #expect(line.contains("user=ann"))
      #expect(line.contains("item=cup"))
      #expect(line.contains("hb.request.id="))
    }
  }

  @Test func `the shop's declarations are sound`() throws {
    expectSound(try Registry { ShopModule(logger: Logger(label: "test")) })
  }
}

/// The lines of a log.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct RecordingLog: LogHandler {
  let label: String
  let lines: Lines
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  init(label: String, lines: Lines) { (self.label, self.lines) = (label, lines) }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let text = all.map { "\($0)=\($1)" }.sorted().joined(separator: " ")
    lines.add("\(event.message) \(text)")
  }
}
