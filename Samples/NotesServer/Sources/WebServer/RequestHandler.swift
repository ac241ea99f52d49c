import HTTPTypes
import Logging
import PageKit
import ServerInterfaces
import Waymark

/// Answers requests: finds the session, opens the scopes, and makes the page of the URL.
struct RequestHandler: Sendable {
  private let sessions: SessionRegistries
  private let accounts: any AccountStorage
  private let requestGuard: RequestGuard
  private let publicPages: Set<String>
  private let cookies: CookiePolicy
  private let settings: WebSettings
  private let logger: Logger

  init(_ application: Registry, logger: Logger) throws {
    sessions = SessionRegistries(application: application)
    accounts = try application.makeDestination(to: .accountStorage)
    publicPages = Set(try application.makeDestinations(of: .publicPages).map(\.pattern))
    cookies = try application.makeDestination(to: .cookiePolicy)
    settings = try application.makeDestination(to: .webSettings)
    requestGuard = RequestGuard(settings: settings)
    self.logger = logger
  }

  /// Answers a request, with a page that says so if something is wrong.
  func reply(to message: Message) async -> Reply {
    // A request for the head is one for the whole, without the body.
    let request = message.method == .head ? message.asGet : message
    var reply = await answer(request).secured(settings)
    if reply.status == .serviceUnavailable || reply.status == .tooManyRequests {
      reply.fields[.retryAfter] = "5"
    }
    if message.method == .head {
      reply.fields[.contentLength] = "\(reply.body.count)"
      reply.body = []
    }
    return reply
  }

  private func answer(_ message: Message) async -> Reply {
    do {
      guard let secret = message.sessionSecret else { return try await visit(message) }
      let key = secret.key
      let stored: StoredSession?
      do {
        stored = try await accounts.session(key: key)
      } catch {
        return try await visit(message, failing: error)
      }
      guard let stored else {
        await sessions.close(key: key)
        return try await visit(message)
      }
      let session = try sessions.registry(of: stored.user, secret, key: key)
      return try await page(message, revision: stored.revision, in: session)
    } catch {
      return plain(error)
    }
  }

  /// Answers a request without a log-in.
  private func visit(_ message: Message, failing error: (any Error)? = nil) async throws -> Reply {
    let known = message.secret(.visitor)
    let secret = known ?? SessionSecret()
    let session = try sessions.visitor(secret)
    var reply = try await page(message, revision: 0, in: session, failing: error, isVisit: true)
    await session.close()
    if known == nil, reply.fields[.contentType]?.hasPrefix("text/html") == true {
      reply.fields.append(
        HTTPField(name: .setCookie, value: cookies.field(.visitor, secret.token, seconds: 24 * 60 * 60)))
    }
    return reply
  }

  private func page(
    _ message: Message, revision: Int, in session: Registry, failing error: (any Error)? = nil,
    isVisit: Bool = false
  ) async throws -> Reply {
    try await session.withScope(PageKit.Request(message, revision: revision)) {
      let request = Registry.current
      do {
        if let error { throw error }
        if let scope = request.scope(Session.self) { try requestGuard.check(message, scope) }
        if isVisit, let reply = try await gate(message, request) { return reply }
        guard let endpoint = try request.makeService(for: message.target) as? any Endpoint else {
          throw PageProblem.missing
        }
        return try await endpoint.respond()
      } catch {
        let problem = ProblemReply(error)
        log(error, message, problem)
        if message.wantsJSON { return try problem.json() }
        return try problem.page(try request.makeDestination(to: .pageWriter), to: message)
      }
    }
  }

  private func gate(_ message: Message, _ registry: Registry) async throws -> Reply? {
    guard let match = registry.match(message.target) else { throw PageProblem.missing }
    return try await VisitGate.reply(
      to: message, pattern: match.pattern, isPublic: publicPages.contains(match.pattern), in: registry)
  }

  /// Returns a response without the frame of pages, for errors of the frame itself.
  private func plain(_ error: any Error) -> Reply {
    let problem = ProblemReply(error)
    logger.error("no page could be made", metadata: ["error": "\(error)"])
    return Reply(problem.problem.status, problem.problem.description, type: "text/plain; charset=utf-8")
  }

  private func log(_ error: any Error, _ message: Message, _ problem: ProblemReply) {
    guard problem.isUnexpected else { return }
    // The query may contain what the user searched for.
    logger.error(
      "a request failed",
      metadata: [
        "method": "\(message.method)", "path": "\(message.path)", "error": "\(String(reflecting: error))",
      ])
  }
}

extension Message {
  fileprivate var asGet: Message { Message(.get, target, fields: fields, body: body, client: client) }
}
