import Hummingbird
import NIOCore
import Synchronization

/// Cancels the work for some requests when their client closes the connection.
///
/// Hummingbird's `consumeWithCancellationOnInboundClose` would end the connection after each response.
final class CancelingResponder<Inner: HTTPResponder<SiteContext>>: HTTPResponder {
  private struct State {
    var cancellations: [ObjectIdentifier: @Sendable () -> Void] = [:]
    /// Whether there are connections, unlike in a test of the router alone, whose channels are never active.
    var isServing = false
  }

  private let inner: Inner
  private let cancels: @Sendable (Request) -> Bool
  private let state = Mutex(State())

  /// - Parameter cancels: Returns whether to cancel the work for a request.
  init(_ inner: Inner, cancels: @escaping @Sendable (Request) -> Bool) {
    (self.inner, self.cancels) = (inner, cancels)
  }

  /// Returns the handler that a connection needs.
  func handler() -> any RemovableChannelHandler {
    state.withLock { $0.isServing = true }
    return ClosingHandler { [self] channel in
      state.withLock { $0.cancellations[ObjectIdentifier(channel)] }?()
    }
  }

  func respond(to request: Request, context: SiteContext) async throws -> Response {
    guard cancels(request) else { return try await inner.respond(to: request, context: context) }
    let task = Task { [inner] in try await inner.respond(to: request, context: context) }
    let id = ObjectIdentifier(context.channel)
    let isServing = state.withLock { state in
      state.cancellations[id] = { task.cancel() }
      return state.isServing
    }
    defer { state.withLock { $0.cancellations[id] = nil } }
    if isServing, !context.channel.isActive { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// Tells when a connection is closed.
private final class ClosingHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Never

  private let onClose: @Sendable (any Channel) -> Void

  init(onClose: @escaping @Sendable (any Channel) -> Void) { self.onClose = onClose }

  func handlerAdded(context: ChannelHandlerContext) {
    // A client that closes its side has usually left. Whether it still reads can't be told apart.
    try? context.channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
  }

  func channelInactive(context: ChannelHandlerContext) {
    onClose(context.channel)
    context.fireChannelInactive()
  }
}
