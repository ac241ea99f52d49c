import WaymarkRuntime

/// A recorder of what routes request while their destinations are created.
final class DryRunRecorder: RegistryRecorder, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the only mutable state is protected by a lock.

  struct Request: Sendable {
    let route: CompiledRoute
    let key: TokenKey
  }

  private let asked = Lock<[Request]>([])

  /// All requests that routes made, in order.
  var requests: [Request] { asked.withLock { $0 } }

  /// Records a request, if a route makes it.
  override func asked(for key: TokenKey) {
    guard let route = ResolutionStack.all.lazy.compactMap({ $0.subject as? CompiledRoute }).first else {
      return
    }
    asked.withLock { $0.append(Request(route: route, key: key)) }
  }
}
