import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

/// A response, with functions for looking into its text.
struct Page: Sendable {
  struct Form: Sendable {
    let action, method: String
    let fields: [String: String]
  }

  let status: Int
  let fields: HTTPFields
  let text: String
  let path: String

  /// The content of the main part.
  var main: String {
    guard let start = text.range(of: "<main id=\"main\">"), let end = text.range(of: "</main>") else {
      return text
    }
    return String(text[start.upperBound..<end.lowerBound])
  }
  var problem: String? {
    text.firstMatch(of: #/<p class="problem" role="alert">([^<]*)<\/p>/#).map { Self.plain($0.output.1) }
  }
  var notice: String? {
    text.firstMatch(of: #/<p class="notice" role="status">([^<]*)<\/p>/#).map { Self.plain($0.output.1) }
  }
  var links: [String] { text.matches(of: #/(?:href|src|action)="([^"]*)"/#).map { Self.plain($0.output.1) } }
  var forms: [Form] {
    text.matches(of: #/(?s)<form[^>]*>.*?<\/form>/#).map { match in
      let tag = match.output.prefix { $0 != ">" }
      var fields: [String: String] = [:]
      for input in match.output.matches(of: #/<(?:input|button)[^>]*>/#) {
        if let name = Self.attribute("name", input.output) {
          fields[name] = Self.attribute("value", input.output) ?? ""
        }
      }
      for area in match.output.matches(of: #/(?s)<textarea name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/#) {
        fields[String(area.output.1)] = Self.plain(area.output.2)
      }
      for select in match.output.matches(of: #/(?s)<select name="([^"]*)">(.*?)<\/select>/#) {
        let selected = select.output.2.firstMatch(of: #/<option value="([^"]*)" selected>/#)
        fields[String(select.output.1)] = selected.map { Self.plain($0.output.1) } ?? ""
      }
      return Form(
        action: Self.attribute("action", tag) ?? path, method: Self.attribute("method", tag) ?? "get",
        fields: fields)
    }
  }
  var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
  }

  /// Returns the first link that has a path in it.
  func link(with path: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let link = links.first { $0.contains(path) }
    return try #require(link, sourceLocation: sourceLocation)
  }

  private static func attribute(_ name: String, _ tag: Substring) -> String? {
    guard let start = tag.range(of: " \(name)=\"") else { return nil }
    return plain(tag[start.upperBound...].prefix { $0 != "\"" })
  }

  private static func plain(_ text: some StringProtocol) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String(text)) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}

/// The way of a browser's requests to the application.
protocol Transport: Sendable {
  func send(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: ByteBuffer?)
    async throws -> Page
}

/// Requests to an application in this process.
struct DirectTransport: Transport {
  let client: any TestClientProtocol

  func send(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: ByteBuffer?)
    async throws -> Page
  {
    let response = try await client.execute(uri: path, method: method, headers: fields, body: body)
    return Page(
      status: response.status.code, fields: response.headers, text: String(buffer: response.body), path: path)
  }
}

/// Requests to a process, each by a connection of its own, so that the process may be restarted in between.
struct ConnectingTransport: Transport {
  let port: Int

  func send(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: ByteBuffer?)
    async throws -> Page
  {
    try await TestClient.withClient(
      host: "127.0.0.1", port: port, configuration: .init(timeout: .seconds(120))
    ) { client in
      var fields = fields
      fields[.connection] = "close"
      let response = try await client.execute(
        .init(path, method: method, authority: "127.0.0.1", headers: fields, body: body))
      let text = response.body.map { String(buffer: $0) } ?? ""
      return Page(status: response.status.code, fields: response.headers, text: text, path: path)
    }
  }
}

/// A client that keeps cookies and fills forms, as a browser without scripts does.
actor Browser {
  static let password = "a good password"

  private let transport: any Transport
  private let fields: HTTPFields
  private(set) var cookies: [String: String] = [:]
  private(set) var page = Page(status: 200, fields: [:], text: "", path: "/")
  private(set) var history: [Page] = []

  /// - Parameter fields: The fields of each request, as if a proxy had written them.
  init(_ transport: any Transport, fields: HTTPFields = [:]) {
    self.transport = transport
    self.fields = fields
  }

  /// Sends a request, keeps the cookies of the response, and doesn't follow it.
  @discardableResult func send(
    _ method: HTTPRequest.Method, _ path: String, fields: HTTPFields = [:], body: ByteBuffer? = nil
  ) async throws -> Page {
    var fields = fields
    fields.append(contentsOf: self.fields)
    if !cookies.isEmpty {
      fields[.cookie] = cookies.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "; ")
    }
    page = try await transport.send(method, path, fields, body)
    history.append(page)
    for cookie in page.fields[values: .setCookie] {
      let parts = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      cookies[String(parts[0])] = parts.count == 2 ? String(parts[1]) : nil
    }
    return page
  }

  /// Sends a request with JSON, as a program does.
  @discardableResult func json(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, token: String? = nil
  ) async throws -> Page {
    var fields: HTTPFields = body == nil ? [.accept: "application/json"] : [.contentType: "application/json"]
    if let token { fields[.authorization] = "Bearer \(token)" }
    return try await send(method, path, fields: fields, body: body.map { ByteBuffer(string: $0) })
  }

  /// Opens a page, and follows its redirections.
  @discardableResult func open(_ path: String) async throws -> Page {
    try await follow(try await send(.get, path))
  }

  @discardableResult func post(_ path: String, _ fields: [String: String]) async throws -> Page {
    try await send(
      .post, path, fields: [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: Self.encode(fields)))
  }

  /// Sends a form of the open page with some fields changed, and follows the redirection.
  ///
  /// - Parameter action: The end of the form's link, or nil for the last form.
  @discardableResult func submit(_ changes: [String: String] = [:], action: String? = nil) async throws
    -> Page
  {
    let form = page.forms.last { $0.action.prefix { $0 != "?" }.hasSuffix(action ?? "") }
    let open = try #require(form, "no form \(action ?? "") on \(page.path): \(page.main)")
    let fields = open.fields.merging(changes) { $1 }
    if open.method == "get" { return try await self.open("\(open.action)?\(Self.encode(fields))") }
    return try await follow(try await post(open.action, fields))
  }

  func register(_ name: String, password: String = password) async throws {
    try await open("/register")
    try await submit(["name": name, "password": password], action: "/register")
    #expect(page.status == 200)
  }

  /// Adds a note, and returns its path.
  @discardableResult func addNote(_ title: String, _ text: String = "text") async throws -> String {
    try await open("/notes/new")
    try await submit(["title": title, "text": text])
    #expect(page.notice == "The note was saved.")
    return String(page.path.prefix { $0 != "?" })
  }

  /// Shares a note, and returns the path of its link.
  func share(_ note: String) async throws -> String {
    try await open("\(note)/share")
    try await submit()
    return String(try page.link(with: "/shared/").drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
  }

  /// The token of the forms of this session or visit.
  var formToken: String {
    get async throws { try #require(try await open("/folders").forms.last?.fields["form-token"]) }
  }

  func take(from other: Browser) async { cookies = await other.cookies }

  private func follow(_ first: Page) async throws -> Page {
    var page = first
    for _ in 0..<5 {
      guard page.status == 303, let location = page.fields[.location] else { return page }
      page = try await send(.get, location)
    }
    return page
  }

  static func encode(_ fields: [String: String]) -> String {
    func encode(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
    return fields.sorted { $0.key < $1.key }.map { "\(encode($0))=\(encode($1))" }.joined(separator: "&")
  }
}
