import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization
import Waymark

/// The site: the pages of a registry on Hummingbird's router, behind middlewares.
enum Site {
  /// Returns the web application of a router, with limits for connections.
  static func application(
    _ router: Hummingbird.Router<SiteContext>, _ settings: SiteSettings, logger: Logger,
    listening: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let responder = CancelingResponder(router.buildResponder()) {
      // A change is completed even if nobody waits for the answer.
      $0.method == .get || $0.method == .head
    }
    return Application(
      responder: responder,
      server: .http1(
        within: .seconds(settings.bodyTimeout + 5), connectionsOfEach: settings.clientConnections,
        except: settings.proxies),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), serverName: nil, backlog: 1024,
        availableConnectionsDelegate: MaximumAvailableConnections(
          // The database needs some of the files that the process may open.
          min(settings.connections, max(64, sysconf(Int32(_SC_OPEN_MAX)) - 64)))),
      onServerRunning: { listening($0.localAddress?.port ?? settings.port) }, logger: logger)
  }

  /// Returns the router to the pages of a registry that was started.
  static func router(_ registry: Registry) throws -> Hummingbird.Router<SiteContext> {
    let (settings, logger) = (try registry(.siteSettings), try registry(.logger))
    let router = Hummingbird.Router(context: SiteContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SafeResponses(isSecure: settings.isSecure, logger: logger))
    let cache = CacheControl([(MediaType(type: .any), [.public, .maxAge(300)])])
    let folder = Bundle.module.bundleURL.appending(path: "Assets").path
    router.group("assets").add(
      middleware: FileMiddleware(folder, urlBasePath: "/assets", cacheControl: cache, logger: logger)
    ).get("**") { _, _ -> Response in throw HTTPError.missing }
    let reader = RequestReader(storage: try registry(.storage), settings: settings, logger: logger)
    let scopes = RequestScopes(registry: registry, reader: reader)
    for path: RouterPath in ["/", "**"] {
      for method in HTTPRequest.Method.ofPages {
        router.on(path, method: method) { try await scopes.answer($0, method, $1) }
      }
    }
    return router
  }
}

/// The properties of a request outside of its message.
struct SiteContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel
  var peer: String { channel.remoteAddress?.ipAddress ?? "127.0.0.1" }  // The other end of the connection.

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// Cancels the work for some requests when their client closes the connection, which stays open otherwise.
final class CancelingResponder<Inner: HTTPResponder<SiteContext>>: HTTPResponder {
  private let inner: Inner
  private let cancels: @Sendable (Request) -> Bool
  /// For each connection, a closure that cancels the work for its request, or does nothing between requests.
  private let cancellations = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

  init(_ inner: Inner, cancels: @escaping @Sendable (Request) -> Bool) {
    (self.inner, self.cancels) = (inner, cancels)
  }

  func respond(to request: Request, context: SiteContext) async throws -> Response {
    guard cancels(request) else { return try await inner.respond(to: request, context: context) }
    let task = Task { [inner] in try await inner.respond(to: request, context: context) }
    let id = ObjectIdentifier(context.channel)
    let isFirst = cancellations.withLock { $0.updateValue({ task.cancel() }, forKey: id) == nil }
    if isFirst {
      // A client that closes its side has usually left. Whether it still reads can't be told apart.
      context.channel.setOption(.allowRemoteHalfClosure, value: false).whenComplete { _ in }
      context.channel.closeFuture.whenComplete { [self] _ in
        cancellations.withLock { $0.removeValue(forKey: id) }?()
      }
    }
    defer { cancellations.withLock { $0[id]? = {} } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension HTTPError {
  /// Returns the problem for the client, and logs an unexpected error, but no query, which may have words of a note.
  static func problem(_ error: any Error, _ request: Request, _ logger: Logger) -> HTTPError {
    var problem =
      HTTPError(known: error)
      ?? HTTPError(.internalServerError, message: "Something went wrong. It was logged.")
    if problem.status == .serviceUnavailable || problem.status == .tooManyRequests {
      problem.headers[.retryAfter] = "5"
    }
    if problem.status == .internalServerError {
      let error = String(reflecting: error)
      logger.error(
        "a request failed",
        metadata: ["method": "\(request.method)", "path": "\(request.uri.path)", "error": "\(error)"])
    }
    return problem
  }
}
