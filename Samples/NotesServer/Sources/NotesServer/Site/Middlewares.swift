import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Waymark

/// Adds the fields that restrict what browsers do with a response, and answers errors that no page describes.
struct SafeResponses: RouterMiddleware {
  let settings: SiteSettings
  let logger: Logger

  func handle(
    _ request: Request, context: SiteContext,
    next: @concurrent (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      guard request.head.path?.utf8.count ?? 0 <= Limits.target else {
        throw HTTPError(.uriTooLong, message: "The link is too long.")
      }
      response = try await next(request, context)
    } catch {
      let problem = Problem(error)
      problem.log(error, request, logger)
      let text = (problem.error.body ?? problem.error.status.reasonPhrase) + "\n"
      response = Response(
        status: problem.error.status, headers: problem.error.headers,
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
      response.headers[.contentType] = "text/plain; charset=utf-8"
    }
    let isPicture = response.headers[.contentType]?.hasPrefix("image/svg") == true
    response.headers[.contentSecurityPolicy] =
      isPicture
      ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
      : """
      default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; \
      base-uri 'none'; frame-ancestors 'none'
      """
    response.headers[.xContentTypeOptions] = "nosniff"
    if response.headers[.referrerPolicy] == nil { response.headers[.referrerPolicy] = "same-origin" }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    if settings.isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    return response
  }
}

/// Opens the scope of each request, in that of its session, and shows problems as pages.
struct RequestScopes: RouterMiddleware {
  private let sessions: SessionRegistries
  private let storage: any NotesStorage
  private let settings: SiteSettings
  private let logger: Logger

  init(_ application: Registry, _ settings: SiteSettings, _ logger: Logger) throws {
    sessions = SessionRegistries(application: application)
    storage = try application.makeDestination(to: .storage)
    self.settings = settings
    self.logger = logger
  }

  func handle(
    _ request: Request, context: SiteContext,
    next: @concurrent (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    let client = try client(of: request, context)
    let body = try await collect(request)
    var request = request
    request.body = RequestBody(buffer: body)
    // Without the storage, a visitor's page tells so, with the text of the form.
    var failure: (any Error)?
    var form = Form()
    var stored: StoredSession?
    let secret = secret(of: request)
    do {
      if request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true {
        form = try Form(body)
      }
      if let secret {
        stored = try await storage.perform(FindSession(key: secret.key))
        if stored == nil { await sessions.close(key: secret.key) }
      }
    } catch {
      failure = error
    }
    let site = "\(settings.isSecure ? "https" : "http")://\(request.head.authority ?? settings.domain)"
    let page = PageRequest(
      request: request, form: form, client: client, revision: stored?.revision ?? 0, site: site)
    if let secret, let stored {
      let session = try sessions.registry(of: stored.user, secret)
      return try await respond(to: page, in: session, failure) { try await next(request, context) }
    }
    let known = request.cookies["visitor"].flatMap { SessionSecret(cookie: $0.value) }
    let visitor = known ?? SessionSecret()
    let session = try sessions.visitor(visitor)
    var response = try await respond(to: page, in: session, failure) { try await next(request, context) }
    await session.close()
    if known == nil, response.headers[.contentType]?.hasPrefix("text/html") == true {
      response.setCookie(
        Cookie(
          name: "visitor", value: visitor.token, maxAge: 24 * 60 * 60, path: "/", secure: settings.isSecure,
          httpOnly: true, sameSite: .lax))
    }
    return response
  }

  private func respond(
    to page: PageRequest, in session: Registry, _ failure: (any Error)?, _ next: () async throws -> Response
  ) async throws -> Response {
    try await session.withScope(page) {
      do {
        if let failure { throw failure }
        return try await next()
      } catch {
        let problem = Problem(error)
        problem.log(error, page.request, logger)
        var response = try Self.response(about: problem.error, to: page)
        for field in problem.error.headers { response.headers[field.name] = field.value }
        return response
      }
    }
  }

  private static func response(about problem: HTTPError, to page: PageRequest) throws -> Response {
    let fields = page.request.headers
    if fields[.accept]?.hasPrefix("application/json") == true || fields[.authorization] != nil
      || fields[.contentType]?.hasPrefix("application/json") == true
    {
      return try .json(["problem": problem.body ?? problem.status.reasonPhrase], problem.status)
    }
    if problem.status == .unauthorized, page.request.method == .get {
      let links = try Registry.current.makeDestination(to: .links)
      return .redirect(to: try links(LogInAddress(next: page.request.uri.string)))
    }
    return try Registry.current.makeDestination(to: .pageWriter).page(about: problem)
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

  func handle(
    _ request: Request, context: SiteContext,
    next: @concurrent (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    guard request.method != .get, request.method != .head, let session = Registry.current.scope(Session.self),
      let page = Registry.current.scope(PageRequest.self)
    else { return try await next(request, context) }
    if let seconds = changes.take(session.user?.id ?? page.client) {
      throw HTTPError.tooMany("changes", seconds)
    }
    // Another site can't set `Authorization`, and can't send JSON without asking first. It can send cookies.
    let isJSON = request.headers[.contentType]?.hasPrefix("application/json") == true
    if request.headers[.authorization] == nil, !isJSON || session.user != nil {
      let token = request.headers[.formToken] ?? page.form["form-token"]
      guard SessionSecret.areEqual(token, session.secret.formToken) else {
        throw HTTPError(
          .forbidden,
          message: session.user == nil && request.cookies["session"] != nil
            ? "Your session has ended. Log in again, and send the form once more."
            : "The form is too old. Go back, load the page again, and send it once more.")
      }
    }
    return try await next(request, context)
  }
}

/// Lets only some people reach a group of pages.
struct AccessGate: RouterMiddleware {
  let access: Access

  func handle(
    _ request: Request, context: SiteContext,
    next: @concurrent (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    if access != .everybody {
      let member = try Registry.current.makeDestination(to: .member)
      // Others don't learn that the page exists.
      guard access == .members || member.user.isAdministrator else { throw HTTPError.missing }
    }
    return try await next(request, context)
  }
}
