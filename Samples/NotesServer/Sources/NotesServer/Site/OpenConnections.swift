import Hummingbird
import NIOCore
import Synchronization

/// Knows which clients have closed their connections, and cancels the work that nobody waits for any more.
///
/// Hummingbird's `consumeWithCancellationOnInboundClose` would end the connection after each response.
final class OpenConnections: Sendable {
  private struct Connection {
    var isClosed = false
    var cancel: (@Sendable () -> Void)?
  }

  private let connections = Mutex<[ObjectIdentifier: Connection]>([:])

  /// Returns the handler that a connection needs.
  func handler() -> any RemovableChannelHandler { ConnectionHandler(connections: self) }

  /// Performs the work for a request, and cancels it when the client closes the connection.
  func whileOpen<Result: Sendable>(
    _ channel: any Channel, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let id = ObjectIdentifier(channel)
    let task = Task { try await work() }
    let isClosed = connections.withLock { connections in
      connections[id]?.cancel = { task.cancel() }
      return connections[id]?.isClosed == true
    }
    if isClosed { task.cancel() }
    defer { connections.withLock { $0[id]?.cancel = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  fileprivate func add(_ channel: any Channel) {
    connections.withLock { $0[ObjectIdentifier(channel)] = Connection() }
  }

  fileprivate func close(_ channel: any Channel, isRemoved: Bool = false) {
    let cancel = connections.withLock { connections in
      let id = ObjectIdentifier(channel)
      connections[id]?.isClosed = true
      defer { if isRemoved { connections[id] = nil } }
      return connections[id]?.cancel
    }
    cancel?()
  }
}

/// Tells when the client of a connection closes it.
private final class ConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Never

  private let connections: OpenConnections

  init(connections: OpenConnections) { self.connections = connections }

  func handlerAdded(context: ChannelHandlerContext) { connections.add(context.channel) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client that closes its side has usually left; whether it still reads can't be told apart.
    if case .inputClosed? = event as? ChannelEvent { connections.close(context.channel) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    connections.close(context.channel)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { connections.close(context.channel, isRemoved: true) }
}

/// Cancels some requests when their client has left.
struct CancelingResponder<Inner: HTTPResponder<SiteContext>>: HTTPResponder {
  let inner: Inner
  let connections: OpenConnections
  let cancels: @Sendable (Request) -> Bool

  func respond(to request: Request, context: SiteContext) async throws -> Response {
    guard cancels(request) else { return try await inner.respond(to: request, context: context) }
    return try await connections.whileOpen(context.channel) { [inner] in
      try await inner.respond(to: request, context: context)
    }
  }
}
