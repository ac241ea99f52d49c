import Hummingbird
import NIOCore
import Synchronization

/// Cancels the work for some requests when their client closes the connection.
///
/// Hummingbird's `consumeWithCancellationOnInboundClose` would end the connection after each response.
final class CancelingResponder<Inner: HTTPResponder<SiteContext>>: HTTPResponder {
  private let inner: Inner
  private let cancels: @Sendable (Request) -> Bool
  /// For each connection, a closure that cancels the work for its request, or does nothing between requests.
  private let cancellations = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

  /// - Parameter cancels: Returns whether to cancel the work for a request.
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
