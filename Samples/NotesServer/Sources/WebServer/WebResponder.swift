import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PageKit
import Waymark

/// Connects the pages with Hummingbird: reads requests completely, within limits, and writes the responses.
public struct WebResponder: HTTPResponder {
  private let handler: RequestHandler
  private let trustsForwardedFor: Bool
  private let settings: WebSettings

  /// The connections of clients, each of which has to have a handler of this object.
  public let connections = OpenConnections()

  /// Creates the responder.
  ///
  /// - Parameters:
  ///   - application: The registry, which was started.
  ///   - logger: Where errors of the application are logged.
  public init(_ application: Registry, logger: Logger) throws {
    handler = try RequestHandler(application, logger: logger)
    settings = try application.makeDestination(to: .webSettings)
    trustsForwardedFor = settings.trustsForwardedFor
  }

  /// Answers a request.
  public func respond(to request: Hummingbird.Request, context: WebContext) async throws -> Response {
    guard request.head.path?.utf8.count ?? 0 <= Limits.target else {
      return Self.response(refusal(.uriTooLong, "The link is too long."))
    }
    let body: [UInt8]
    do {
      body = Array(buffer: try await request.body.collect(upTo: Limits.body))
    } catch is NIOTooManyBytesError {
      var refusal = refusal(.contentTooLarge, "Send at most \(Limits.body) bytes.")
      refusal.fields[.connection] = "close"
      return Self.response(refusal)
    }
    let message = Message(
      request.method, request.head.path ?? "/", fields: request.headers, body: body,
      client: client(request, context))
    // A change is completed even if nobody waits for the answer.
    guard message.method == .get || message.method == .head else {
      return Self.response(await handler.reply(to: message))
    }
    return Self.response(
      await connections.whileOpen(context.channel) { [handler] in await handler.reply(to: message) })
  }

  private func refusal(_ status: HTTPResponse.Status, _ text: String) -> Reply {
    Reply(status, text + "\n", type: "text/plain; charset=utf-8").secured(settings)
  }

  private func client(_ request: Hummingbird.Request, _ context: WebContext) -> String {
    // The last address is the one that the proxy itself saw; those before it are the client's own claims.
    if trustsForwardedFor, let last = request.headers[.xForwardedFor]?.split(separator: ",").last {
      return last.trimmingPrefix { $0 == " " }.description
    }
    return context.client
  }

  private static func response(_ reply: Reply) -> Response {
    Response(
      status: reply.status, headers: reply.fields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
  }
}

/// What's known about a request besides its contents.
public struct WebContext: RequestContext {
  /// What Hummingbird itself keeps.
  public var coreContext: CoreRequestContextStorage
  /// The address of the client.
  package let client: String
  /// The connection.
  let channel: any Channel

  /// Creates the context.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    client = source.channel.remoteAddress?.ipAddress ?? ""
    channel = source.channel
  }
}

extension HTTPField.Name {
  static let xForwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
}
