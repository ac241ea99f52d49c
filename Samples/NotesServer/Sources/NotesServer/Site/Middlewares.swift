import Foundation
import Hummingbird
import Logging
import NIOCore
import Waymark

/// Adds the fields that restrict what browsers do with a response, and answers errors that no page describes.
struct SafeResponses: RouterMiddleware {
  private static let defaults: HTTPFields = [
    .contentSecurityPolicy: """
    default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'
    """, .referrerPolicy: "same-origin", .cacheControl: "no-store",
  ]

  let isSecure: Bool
  let logger: Logger

  typealias Next = @concurrent (Request, SiteContext) async throws -> Response

  func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
    var response: Response
    do {
      let length = request.head.path?.utf8.count ?? 0
      try HTTPError.check(length <= Limits.target, "The link is too long.", .uriTooLong)
      response = try await next(request, context)
    } catch {
      let problem = HTTPError.problem(error, request, logger)
      let text = (problem.body ?? problem.status.reasonPhrase) + "\n"
      response = .text(text, "text/plain; charset=utf-8", problem.status, fields: problem.headers)
    }
    for field in Self.defaults where response.headers[field.name] == nil { response.headers.append(field) }
    response.headers[.xContentTypeOptions] = "nosniff"
    if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    return response
  }
}

/// Answers each request in a scope of its own, and shows problems as pages.
struct RequestScopes: Sendable {
  let registry: Registry
  let reader: RequestReader

  /// Answers a request with the handler of a method, which differs from the request's method for `HEAD`.
  func answer(
    _ request: Request, _ method: HTTPRequest.Method, _ context: SiteContext
  ) async throws -> Response {
    let request = try await reader.read(request, context)
    var response = try await registry.withScope(request) {
      do {
        try reader.check(request)
        // The page of the URL, which Waymark makes in the scope of the request.
        let page = try Registry.current.makeService(for: request.request.uri.string) as? Page
        guard let page else { throw HTTPError.missing }
        return try await page.answer(request, method)
      } catch {
        let problem = HTTPError.problem(error, request.request, reader.logger)
        return try Self.response(about: problem, to: request.request)
      }
    }
    guard request.session == nil else { return response }
    let isKnown = request.request.cookie("visitor")?.utf8.elementsEqual(request.secret.token.utf8) == true
    if !isKnown, response.headers[.contentType]?.hasPrefix("text/html") == true {
      let day = 24 * 60 * 60
      response.setCookie(Cookie("visitor", request.secret, for: day, isSecure: request.isSecure))
    }
    return response
  }

  private static func response(about problem: HTTPError, to request: Request) throws -> Response {
    let isProgram = request.isJSON || request[.accept, hasPrefix: "application/json"]
    if isProgram || request.headers[.authorization] != nil {
      let value = ["problem": problem.body ?? problem.status.reasonPhrase]
      return try .json(value, problem.status, fields: problem.headers)
    }
    if problem.status == .unauthorized, request.method == .get {
      return .redirect(to: try Registry.current(.links)(LogInAddress(next: request.uri.string)))
    }
    return try Registry.current(.pageWriter).page(about: problem)
  }
}

/// Reads requests: the body and its form, the client, and the session.
struct RequestReader: Sendable {
  private let storage: any NotesStorage
  private let settings: SiteSettings
  let logger: Logger
  private let changes: RateLimiter

  init(storage: any NotesStorage, settings: SiteSettings, logger: Logger) {
    (self.storage, self.settings, self.logger) = (storage, settings, logger)
    changes = RateLimiter(burst: settings.changes)
  }

  func read(_ request: Request, _ context: SiteContext) async throws -> PageRequest {
    let proxies = settings.proxies
    let (client, isSecure) = (try client(of: request, context, proxies), !proxies.isEmpty)
    let secret = secret(of: request)
    var request = request
    var form = Form()
    var session: StoredSession?
    var failure: (any Error)?
    do { if let secret { session = try await storage.perform(FindSession(key: secret.key)) } } catch {
      failure = error
    }
    // Only changes have a body, which is read after the limits. Only changes of an open session may have a large one.
    var body = ByteBuffer()
    if request.method != .get && request.method != .head {
      do {
        do { try changes.take(session?.user.id ?? client, for: "changes") } catch {
          failure = error
          if session == nil { throw error }
        }
        body = try await collect(request, session == nil ? Limits.visit : Limits.body)
        if request[.contentType, hasPrefix: "application/x-www-form-urlencoded"] { form = try Form(body) }
      } catch { failure = failure ?? error }
    }
    request.body = RequestBody(buffer: body)
    let known = session == nil ? SessionSecret(cookie: request.cookie("visitor")) : secret
    return PageRequest(
      request: request, session: session, secret: known ?? SessionSecret(), form: form, client: client,
      isSecure: isSecure, isRegistrationOpen: !settings.closedRegistration, failure: failure)
  }

  /// Returns the whole body, or throws after the limits of size and time.
  private func collect(_ request: Request, _ limit: Int) async throws -> ByteBuffer {
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    do {
      if length > limit { throw NIOTooManyBytesError(maxBytes: limit) }
      return try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await request.body.collect(upTo: limit) }
        group.addTask { [timeout = Duration.seconds(settings.bodyTimeout)] in
          try await Task.sleep(for: timeout)
          throw HTTPError(
            .requestTimeout, headers: [.connection: "close"], message: "The request took too long to arrive.")
        }
        return try await group.next() ?? ByteBuffer()
      }
    } catch is NIOTooManyBytesError {
      let advice = limit == Limits.visit ? " To keep your text, go back, and log in in another window." : ""
      throw HTTPError(
        .contentTooLarge, headers: [.connection: "close"], message: "Send at most \(limit) bytes.\(advice)")
    }
  }

  /// Returns the address of the client, which a trusted proxy has written.
  private func client(of request: Request, _ context: SiteContext, _ proxies: [String]) throws -> String {
    let (peer, forwarded) = (context.peer, request.headers[.forwardedFor])
    guard proxies.contains(peer) else {
      if forwarded == nil { return Self.network(of: peer) ?? peer }
      // Everybody can send the field, so this isn't an error of this server.
      logger.info("a proxy isn't trusted", metadata: ["address": "\(peer)"])
      throw HTTPError(
        .badRequest,
        message: "This server doesn't know its proxy. Its operator should start it with --proxy ADDRESS.")
    }
    guard let forwarded else { return Self.network(of: peer) ?? peer }
    // The last address is the one that the proxy itself saw. The client may have claimed the others.
    let last = forwarded.utf8.split(separator: UInt8(ascii: ",")).last?.drop { $0 == UInt8(ascii: " ") }
    guard let last, let network = Self.network(of: String(Substring(last))) else {
      throw HTTPError(.badRequest, message: "The field X-Forwarded-For doesn't end with an address.")
    }
    return network
  }

  /// Returns an IPv4 address, or the network (/64) of an IPv6 address, which one client may have, or nil for others.
  static func network(of address: String) -> String? {
    switch try? SocketAddress(ipAddress: address, port: 0) {
    case .v6(let parsed)?:
      let bytes = withUnsafeBytes(of: parsed.address.sin6_addr) { Array($0) }
      let isIPv4 = bytes.prefix(12) == Array(repeating: 0, count: 10) + [255, 255]
      return (isIPv4 ? bytes.suffix(4) : bytes.prefix(8)).map(String.init).joined(separator: ".")
    case .v4?: return address
    default: return nil
    }
  }

  /// Returns the secret of a log-in from the field `Authorization: Bearer …`, or else from the cookie.
  private func secret(of request: Request) -> SessionSecret? {
    guard let authorization = request.headers[.authorization]?.utf8 else {
      return SessionSecret(cookie: request.cookie("session"))
    }
    let prefix = "Bearer ".utf8
    guard authorization.starts(with: prefix) else { return nil }
    return SessionSecret(cookie: String(Substring(authorization.dropFirst(prefix.count))))
  }

  /// Refuses a request that couldn't be read, or a change that another site may have forged.
  func check(_ page: PageRequest) throws {
    if let failure = page.failure { throw failure }
    guard page.request.method != .get, page.request.method != .head else { return }
    let (request, user) = (page.request, page.session?.user)
    // Another site can't set `Authorization`, and can't send JSON without asking first. It can send cookies.
    guard request.headers[.authorization] == nil, !request.isJSON || user != nil else { return }
    let token = request.headers[.formToken] ?? page.form["form-token"]
    guard !SessionSecret.areEqual(token, page.secret.formToken) else { return }
    let hasEnded = user == nil && request.cookie("session") != nil
    throw HTTPError(
      .forbidden,
      message: hasEnded
        ? "Your session has ended. Log in again, and send the form once more."
        : "The form is too old. Go back, load the page again, and send it once more.")
  }
}
