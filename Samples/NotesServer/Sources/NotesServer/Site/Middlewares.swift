import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Waymark

/// The rest of the router behind a middleware.
typealias Next = @concurrent (Request, SiteContext) async throws -> Response

/// Adds the fields that restrict what browsers do with a response, and answers errors that no page describes.
struct SafeResponses: RouterMiddleware {
  private static let policy = """
    default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'
    """

  let settings: SiteSettings
  let logger: Logger

  func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
    var response: Response
    do {
      guard request.head.path?.utf8.count ?? 0 <= Limits.target else {
        throw HTTPError(.uriTooLong, message: "The link is too long.")
      }
      response = try await next(request, context)
    } catch {
      let problem = HTTPError.problem(error, request, logger)
      let text = (problem.body ?? problem.status.reasonPhrase) + "\n"
      response = .text(text, "text/plain; charset=utf-8", problem.status)
      response.headers.append(contentsOf: problem.headers)
    }
    let defaults: [(HTTPField.Name, String)] = [
      (.contentSecurityPolicy, Self.policy), (.referrerPolicy, "same-origin"), (.cacheControl, "no-store"),
    ]
    for (name, value) in defaults where response.headers[name] == nil { response.headers[name] = value }
    response.headers[.xContentTypeOptions] = "nosniff"
    if settings.isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    return response
  }
}

/// Opens the scope of each request, in that of its session, and shows problems as pages.
struct RequestScopes: RouterMiddleware {
  private let registry: Registry
  private let sessions: ScopeCache<String, Session>
  private let storage: any NotesStorage
  private let settings: SiteSettings
  private let logger: Logger

  init(_ registry: Registry, _ settings: SiteSettings, _ logger: Logger) throws {
    (self.registry, self.settings, self.logger) = (registry, settings, logger)
    (sessions, storage) = (try registry(.sessions), try registry(.storage))
  }

  func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
    let client = try client(of: request, context)
    var request = request
    let body = try await collect(request)
    request.body = RequestBody(buffer: body)
    let site = "\(settings.isSecure ? "https" : "http")://\(request.head.authority ?? settings.domain)"
    var form = Form()
    var stored: StoredSession?
    // Without the storage, a page tells so, with the text of the form.
    var failure: (any Error)?
    let secret = secret(of: request)
    do {
      if request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true {
        form = try Form(body)
      }
      if let secret {
        stored = try await storage.perform(FindSession(key: secret.key))
        // Another process may have ended the session.
        if stored == nil { sessions.remove(secret.key) }
      }
    } catch { failure = error }
    if let secret, let stored {
      let page = PageRequest(
        request: request, secret: secret, form: form, client: client, revision: stored.revision, site: site)
      return try await sessions.withScope(for: secret.key) {
        Session(user: stored.user)
      } operation: {
        try await respond(to: page, failure) { try await next(request, context) }
      }
    }
    let visit = request.cookies["visitor"].flatMap { SessionSecret(cookie: $0.value) }
    let page = PageRequest(
      request: request, secret: visit ?? SessionSecret(), form: form, client: client, site: site)
    var response = try await registry.withScope(Session(user: nil)) {
      try await respond(to: page, failure) { try await next(request, context) }
    }
    if visit == nil, response.headers[.contentType]?.hasPrefix("text/html") == true {
      response.setCookie(
        Cookie(
          name: "visitor", value: page.secret.token, maxAge: 24 * 60 * 60, path: "/",
          secure: settings.isSecure, httpOnly: true, sameSite: .lax))
    }
    return response
  }

  private func respond(to page: PageRequest, _ failure: (any Error)?, _ next: () async throws -> Response)
    async throws -> Response
  {
    try await Registry.current.withScope(page) {
      do {
        if let failure { throw failure }
        return try await next()
      } catch {
        let problem = HTTPError.problem(error, page.request, logger)
        var response = try Self.response(about: problem, to: page.request)
        for field in problem.headers { response.headers[field.name] = field.value }
        return response
      }
    }
  }

  private static func response(about problem: HTTPError, to request: Request) throws -> Response {
    let types = [request.headers[.accept], request.headers[.contentType]]
    let isProgram = types.contains { $0?.hasPrefix("application/json") == true }
    if isProgram || request.headers[.authorization] != nil {
      return try .json(["problem": problem.body ?? problem.status.reasonPhrase], problem.status)
    }
    if problem.status == .unauthorized, request.method == .get {
      return .redirect(to: try Registry.current(.links)(LogInAddress(next: request.uri.string)))
    }
    return try Registry.current(.pageWriter).page(about: problem)
  }

  /// Returns the whole body, or throws after the limits of size and time.
  private func collect(_ request: Request) async throws -> ByteBuffer {
    guard request.headers[.contentLength] != nil || request.headers[.transferEncoding] != nil else {
      return ByteBuffer()
    }
    do {
      return try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await request.body.collect(upTo: Limits.body) }
        group.addTask { [timeout = settings.bodyTimeout] in
          try await Task.sleep(for: timeout)
          throw HTTPError(
            .requestTimeout, headers: [.connection: "close"], message: "The request took too long to arrive.")
        }
        return try await group.next() ?? ByteBuffer()
      }
    } catch is NIOTooManyBytesError {
      throw HTTPError(
        .contentTooLarge, headers: [.connection: "close"], message: "Send at most \(Limits.body) bytes.")
    }
  }

  /// Returns the address of the client, which a trusted proxy has written.
  private func client(of request: Request, _ context: SiteContext) throws -> String {
    let forwarded = request.headers[.forwardedFor]
    guard settings.proxies.contains(context.peer) else {
      if forwarded == nil { return context.peer }
      logger.error("a proxy isn't trusted", metadata: ["address": "\(context.peer)"])
      throw HTTPError(
        .internalServerError,
        message: "This server doesn't know its proxy. Its operator should start it with --proxy ADDRESS.")
    }
    // The last address is the one that the proxy itself saw. The client may have claimed the others.
    return forwarded?.split(separator: ",").last?.trimmingPrefix { $0 == " " }.description ?? context.peer
  }

  /// Returns the secret of a log-in: that of the field `Authorization: Bearer …`, or else of the cookie.
  private func secret(of request: Request) -> SessionSecret? {
    if let authorization = request.headers[.authorization] {
      return authorization.hasPrefix("Bearer ") ? SessionSecret(cookie: authorization.dropFirst(7)) : nil
    }
    return request.cookies["session"].flatMap { SessionSecret(cookie: $0.value) }
  }
}

/// Refuses changes that another site may have forged, and clients that change too much.
struct FormGuard: RouterMiddleware {
  private let changes: RateLimiter

  init(_ settings: SiteSettings) {
    changes = RateLimiter(perSecond: Double(settings.changes) / 15, burst: settings.changes)
  }

  func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
    guard request.method != .get, request.method != .head, let page = Registry.current.scope(PageRequest.self)
    else { return try await next(request, context) }
    let user = Registry.current.scope(Session.self)?.user
    if let seconds = changes.take(user?.id ?? page.client) { throw HTTPError.tooMany("changes", seconds) }
    // Another site can't set `Authorization`, and can't send JSON without asking first. It can send cookies.
    let isJSON = request.headers[.contentType]?.hasPrefix("application/json") == true
    if request.headers[.authorization] == nil, !isJSON || user != nil {
      let token = request.headers[.formToken] ?? page.form["form-token"]
      guard SessionSecret.areEqual(token, page.secret.formToken) else {
        let hasEnded = user == nil && request.cookies["session"] != nil
        throw HTTPError(
          .forbidden,
          message: hasEnded
            ? "Your session has ended. Log in again, and send the form once more."
            : "The form is too old. Go back, load the page again, and send it once more.")
      }
    }
    return try await next(request, context)
  }
}

/// Lets only some people reach a page.
struct AccessGate: RouterMiddleware {
  let access: Access

  func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
    if access != .everybody {
      let user = try Registry.current(.member).user
      // Others don't learn that the page exists.
      guard access == .members || user.isAdministrator else { throw HTTPError.missing }
    }
    return try await next(request, context)
  }
}
