import Foundation
import HTTPTypes
import Testing

/// A client that keeps cookies and fills forms, as a browser without scripts does.
actor Browser {
  private let transport: any Transport
  private let fields: HTTPFields
  private(set) var cookies: [String: String] = [:]
  private(set) var page = Page(status: .ok, fields: [:], text: "", path: "/")

  /// All responses, in order.
  private(set) var history: [Page] = []

  /// Creates a browser without cookies.
  ///
  /// - Parameter fields: What each request has, as if a proxy had written it.
  init(_ transport: any Transport, fields: HTTPFields = [:]) {
    self.transport = transport
    self.fields = fields
  }

  /// Sends a request, keeps the cookies of the response, and doesn't follow it.
  @discardableResult
  func send(
    _ method: HTTPRequest.Method, _ path: String, fields: HTTPFields = [:], body: String? = nil
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

  /// Opens a page, and what it redirects to.
  @discardableResult
  func open(_ path: String) async throws -> Page { try await follow(try await send(.get, path)) }

  /// Sends a form of the page that's open, with some fields changed, and opens what the response redirects to.
  ///
  /// - Parameter action: The link of the form; nil for the form in the main part of the page.
  @discardableResult
  func submit(_ changes: [String: String] = [:], action: String? = nil) async throws -> Page {
    let form = try #require(page.forms.last { action == nil || $0.action == action })
    let fields = form.fields.merging(changes) { $1 }
    if form.method == "get" { return try await open("\(form.action)?\(Self.encode(fields))") }
    return try await follow(try await post(form.action, fields))
  }

  /// Sends the fields of a form.
  func post(_ path: String, _ fields: [String: String]) async throws -> Page {
    try await send(
      .post, path, fields: [.contentType: "application/x-www-form-urlencoded"], body: Self.encode(fields))
  }

  func register(_ name: String, password: String) async throws {
    try await open("/register")
    try await submit(["name": name, "password": password], action: "/register")
    #expect(page.status == .ok)
  }

  /// Adds a note, and returns its path.
  func addNote(_ title: String, _ text: String) async throws -> String {
    try await open("/notes/new")
    try await submit(["title": title, "text": text])
    #expect(page.status == .ok)
    return page.path
  }

  /// The token of the forms of this browser's session or visit.
  var formToken: String {
    get async throws { try #require(try await open("/login").forms.last?.fields["form-token"]) }
  }

  /// Continues with the cookies of another browser.
  func take(from other: Browser) async { cookies = await other.cookies }

  private func follow(_ first: Page) async throws -> Page {
    var page = first
    for _ in 0..<5 {
      guard page.status == .seeOther, let location = page.fields[.location] else { return page }
      page = try await send(.get, location)
    }
    return page
  }

  static func encode(_ fields: [String: String]) -> String {
    fields.sorted { $0.key < $1.key }.map { "\(encode($0))=\(encode($1))" }.joined(separator: "&")
  }

  private static func encode(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}
