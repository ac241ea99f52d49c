import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Waymark

/// The site: the pages of a registry on Hummingbird's router, behind middlewares.
enum Site {
  /// Returns the web application of a registry that was started.
  static func application(
    _ registry: Registry, host: String = "127.0.0.1", port: Int = 0,
    logger: Logger = Logger(label: "notes-server"), listening: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> some ApplicationProtocol {
    let settings = try registry.makeDestination(to: .siteSettings)
    let connections = OpenConnections()
    return Application(
      responder: CancelingResponder(
        inner: try router(registry, settings, logger).buildResponder(), connections: connections),
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [connections.handler()], idleTimeout: .seconds(60))),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), serverName: nil, backlog: 1024,
        availableConnectionsDelegate: MaximumAvailableConnections(settings.connections)),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { listening(port) }
      },
      logger: logger)
  }

  private static func router(
    _ registry: Registry, _ settings: SiteSettings, _ logger: Logger
  ) throws -> Hummingbird.Router<SiteContext> {
    let router = Hummingbird.Router(context: SiteContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SafeResponses(settings: settings, logger: logger))
    let folder = Bundle.module.bundleURL.appending(path: "Assets").path
    router.group("assets")
      .add(
        middleware: FileMiddleware(
          folder, urlBasePath: "/assets",
          cacheControl: CacheControl([(MediaType(type: .any), [.public, .maxAge(300)])]), logger: logger)
      )
      .get("**") { _, _ -> Response in throw HTTPError.missing }

    let scopes = try RequestScopes(registry, settings, logger)
    let formGuard = FormGuard(settings)
    let paths = Dictionary(
      registry.routes.compactMap { route in
        route.urls.first { $0.hasPrefix("/") }.map { (route.destination, $0) }
      }
    ) { first, _ in first }
    let methods: [HTTPRequest.Method] = [.get, .post, .put, .delete]
    for access in Access.allCases {
      let group = router.group().add(middleware: scopes).add(middleware: formGuard)
        .add(middleware: AccessGate(access: access))
      for page in try registry.makeDestinations(of: .pages) where page.access == access {
        guard let path = paths[page.name] else { continue }
        for method in methods {
          group.on(RouterPath(path), method: method) { request, _ in
            guard page.methods.contains(method) else {
              let allowed = page.methods.map(\.rawValue).joined(separator: ", ")
              throw HTTPError(
                .methodNotAllowed, headers: [.allow: allowed], message: "This page can't do that.")
            }
            return try await answer(request)
          }
        }
      }
      if access == .everybody {
        for method in methods {
          group.on("**", method: method) { _, _ -> Response in throw HTTPError.missing }
        }
      }
    }
    return router
  }

  /// Makes the page of a request's URL in the scope of the request, and lets it answer.
  private static func answer(_ request: Request) async throws -> Response {
    guard let page = try Registry.current.makeService(for: request.uri.string) as? any Page else {
      throw HTTPError.missing
    }
    return try await page.respond(to: request.method)
  }
}

/// The properties of a request outside of its message.
struct SiteContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address at the other end of the connection.
  let peer: String
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    peer = source.channel.remoteAddress?.ipAddress ?? "127.0.0.1"
    channel = source.channel
  }
}

/// A problem as the client learns it, and whether the error belongs into the log.
struct Problem {
  let error: HTTPError
  let isLogged: Bool

  init(_ error: any Error) {
    let known = Self.known(error)
    var problem = known ?? HTTPError(.internalServerError, message: "Something went wrong. It was logged.")
    if problem.status == .serviceUnavailable || problem.status == .tooManyRequests {
      problem.headers[.retryAfter] = "5"
    }
    self.error = problem
    isLogged = known == nil || problem.status.kind == .serverError && !(error is CancellationError)
  }

  private static func known(_ error: any Error) -> HTTPError? {
    switch error {
    case let error as HTTPError: error
    case StorageProblem.missing: .missing
    case StorageProblem.unavailable: HTTPError(.serviceUnavailable, message: "\(error)")
    case is StorageProblem: HTTPError(.conflict, message: "\(error)")
    case is CancellationError: HTTPError(.serviceUnavailable, message: "The request was canceled.")
    case let error as any HTTPResponseError: HTTPError(error.status)
    case let error as RouteError:
      switch (error.underlying, error.code) {
      case (let underlying?, _): known(underlying)
      case (nil, .unknownURL), (nil, .malformedURL): .missing
      // Another request has just ended the session.
      case (nil, .scopeClosed): HTTPError(.unauthorized, message: "Log in first.")
      case (nil, .invalidParameter), (nil, .missingParameter):
        HTTPError(.badRequest, message: "The link isn't complete.")
      default: nil
      }
    default: nil
    }
  }

  /// Logs the error, with the path but without the query, which may contain words of a note.
  func log(_ error: any Error, _ request: Request, _ logger: Logger) {
    guard isLogged else { return }
    logger.error(
      "a request failed",
      metadata: [
        "method": "\(request.method)", "path": "\(request.uri.path)",
        "error": "\(String(reflecting: error))",
      ])
  }
}
