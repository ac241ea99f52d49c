import WaymarkCore

/// The streams of the states of one active route.
@MainActor
final class StateStreams {
  private var next = 0
  private var continuations: [Int: AsyncStream<RouteState>.Continuation] = [:]

  /// Returns a stream that begins with a state.
  func stream(from state: RouteState) -> AsyncStream<RouteState> {
    let (stream, continuation) = AsyncStream.makeStream(of: RouteState.self)
    let number = next
    next += 1
    continuations[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.continuations[number] = nil }
    }
    continuation.yield(state)
    return stream
  }

  /// Sends a state to all streams.
  func yield(_ state: RouteState) {
    for continuation in continuations.values { continuation.yield(state) }
  }

  isolated deinit {
    for continuation in continuations.values { continuation.finish() }
  }
}
