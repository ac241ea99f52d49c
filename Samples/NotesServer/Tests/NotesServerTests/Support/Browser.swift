import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

/// A response, with functions for looking into its text.
struct Page: Sendable {
  struct Form: Sendable {
    let action, method: String
    let fields: [String: String]
  }

  let path: String
  let status: Int
  let fields: HTTPFields
  let text: String

  init(_ path: String, _ head: HTTPResponse, _ body: ByteBuffer) {
    (self.path, status, fields, text) = (path, head.status.code, head.headerFields, String(buffer: body))
  }

  var main: String { part(#/(?s)<main id="main">(.*)<\/main>/#) ?? text }
  /// The problem above a form, or in the object.
  var problem: String? {
    part(#/<p class="problem" role="alert">([^<]*)<\/p>/#).map(Self.plain) ?? object["problem"] as? String
  }
  var notice: String? { part(#/<p class="notice" role="status">([^<]*)<\/p>/#).map(Self.plain) }
  var links: [String] { text.matches(of: #/(?:href|src|action)="([^"]*)"/#).map { Self.plain($0.output.1) } }
  var forms: [Form] {
    let form = #/(?s)<form(?:[^>]* action="([^"]*)")?[^>]* method="([^"]*)"[^>]*>(.*?)<\/form>/#
    // A control has its value as an attribute, as its text, or as the selected option.
    let control =
      #/
      <(?:input|button|textarea|select)[^>]*\ name="([^"]*)"
      (?: [^>]*\ value="([^"]*)" | [^>]*>\n?([^<]*)<\/textarea>
        | >\s*(?:<option[^>]*>[^<]*<\/option>\s*)*?<option\ value="([^"]*)"\ selected> )?
      /#
    return text.matches(of: form).map { form in
      let fields = form.output.3.matches(of: control).map {
        (String($0.output.1), Self.plain($0.output.2 ?? $0.output.3 ?? $0.output.4 ?? ""))
      }
      return Form(
        action: form.output.1.map(Self.plain) ?? path, method: String(form.output.2),
        fields: Dictionary(fields) { $1 })
    }
  }
  var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
  }

  func link(with path: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let link = links.first { $0.contains(path) }
    return try #require(link, sourceLocation: sourceLocation)
  }

  private func part(_ pattern: Regex<(Substring, Substring)>) -> String? {
    text.firstMatch(of: pattern).map { String($0.output.1) }
  }

  private static func plain(_ text: some StringProtocol) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String(text)) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}

/// A client that keeps cookies and fills forms, as a browser without scripts does.
actor Browser {
  static let password = "a good password"

  typealias Transport = @Sendable (HTTPRequest.Method, String, HTTPFields, ByteBuffer?) async throws -> Page

  private let transport: Transport
  private let fields: HTTPFields
  private(set) var cookies: [String: String] = [:]
  private(set) var page = Page("/", HTTPResponse(status: .ok), ByteBuffer())
  private(set) var history: [Page] = []

  init(fields: HTTPFields = [:], _ transport: @escaping Transport) {
    (self.fields, self.transport) = (fields, transport)
  }

  /// Creates a browser for a process, which may be restarted in between: each request has its own connection.
  init(port: Int) {
    self.init(fields: [.connection: "close"]) { method, path, fields, body in
      try await TestClient.withClient(
        host: "127.0.0.1", port: port, configuration: .init(timeout: .seconds(120))
      ) { client in
        let response = try await client.execute(
          .init(path, method: method, authority: "127.0.0.1", headers: fields, body: body))
        return Page(path, response.head, response.body ?? ByteBuffer())
      }
    }
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
    page = try await transport(method, path, fields, body)
    history.append(page)
    for cookie in page.fields[values: .setCookie] {
      let parts = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      cookies[String(parts[0])] = parts.count == 2 ? String(parts[1]) : nil
    }
    return page
  }

  @discardableResult func json(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, token: String? = nil
  ) async throws -> Page {
    var fields: HTTPFields = body == nil ? [.accept: "application/json"] : [.contentType: "application/json"]
    if let token { fields[.authorization] = "Bearer \(token)" }
    return try await send(method, path, fields: fields, body: body.map { ByteBuffer(string: $0) })
  }

  @discardableResult func open(_ path: String) async throws -> Page {
    try await send(.get, path)
    return try await follow()
  }

  @discardableResult func post(_ path: String, _ fields: [String: String]) async throws -> Page {
    try await send(
      .post, path, fields: [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: try URLEncodedFormEncoder().encode(fields)))
  }

  /// Sends a form with some fields changed, to its own path or another, and doesn't follow the redirection.
  @discardableResult func post(_ form: Page.Form, _ changes: [String: String] = [:], to path: String? = nil)
    async throws -> Page
  { try await post(path ?? form.action, form.fields.merging(changes) { $1 }) }

  /// Opens a page, if any, sends a form with some changes, the last one unless there's a link, and follows the answer.
  @discardableResult func submit(
    _ changes: [String: String] = [:], on path: String? = nil, action: String? = nil
  ) async throws -> Page {
    if let path { try await self.open(path) }
    let form = page.forms.last { $0.action.prefix { $0 != "?" }.hasSuffix(action ?? "") }
    let open = try #require(form, "no form \(action ?? "") on \(page.path): \(page.main)")
    if open.method == "get" {
      let query = try URLEncodedFormEncoder().encode(open.fields.merging(changes) { $1 })
      return try await self.open("\(open.action)?\(query)")
    }
    try await post(open, changes)
    return try await follow()
  }

  func register(_ name: String, password: String = password) async throws {
    try await open("/register")
    try await submit(["name": name, "password": password], action: "/register")
    #expect(page.status == 200)
  }

  @discardableResult func addNote(_ title: String, _ text: String = "text") async throws -> String {
    try await open("/notes/new")
    try await submit(["title": title, "text": text])
    #expect(page.notice == "The note was saved.")
    return String(page.path.prefix { $0 != "?" })
  }

  func share(_ note: String) async throws -> String {
    try await open("\(note)/share")
    try await submit()
    return String(try page.link(with: "/shared/").drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
  }

  var formToken: String {
    get async throws { try #require(try await open("/folders").forms.last?.fields["form-token"]) }
  }

  func take(from other: Browser) async { cookies = await other.cookies }

  private func follow() async throws -> Page {
    for _ in 0..<5 where page.status == 303 { try await send(.get, page.fields[.location] ?? "/") }
    return page
  }
}
