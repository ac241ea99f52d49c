import Hummingbird
import NIOCore
import Synchronization

/// Cancels the work for requests when their client closes the connection.
///
/// Hummingbird's `consumeWithCancellationOnInboundClose` would end the connection after each response.
final class OpenConnections: Sendable {
  private struct State {
    var cancellations: [ObjectIdentifier: @Sendable () -> Void] = [:]
    /// Whether there are connections, unlike in a test of the router alone, whose channels are never active.
    var isServing = false
  }

  private let state = Mutex(State())

  /// Returns the handler that a connection needs.
  func handler() -> any RemovableChannelHandler {
    state.withLock { $0.isServing = true }
    return ClosingHandler(connections: self)
  }

  /// Performs the work for a request, and cancels it when the client closes the connection.
  func whileOpen<Result: Sendable>(
    _ channel: any Channel, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await work() }
    let isServing = state.withLock { state in
      state.cancellations[ObjectIdentifier(channel)] = { task.cancel() }
      return state.isServing
    }
    defer { state.withLock { $0.cancellations[ObjectIdentifier(channel)] = nil } }
    if isServing, !channel.isActive { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  fileprivate func cancel(_ channel: any Channel) {
    state.withLock { $0.cancellations[ObjectIdentifier(channel)] }?()
  }
}

/// Tells when a connection is closed.
private final class ClosingHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Never

  private let connections: OpenConnections

  init(connections: OpenConnections) { self.connections = connections }

  func handlerAdded(context: ChannelHandlerContext) {
    // A client that closes its side has usually left. Whether it still reads can't be told apart.
    try? context.channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
  }

  func channelInactive(context: ChannelHandlerContext) {
    connections.cancel(context.channel)
    context.fireChannelInactive()
  }
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
