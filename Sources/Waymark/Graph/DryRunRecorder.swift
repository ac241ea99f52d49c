import WaymarkRuntime

/// Hears what routes ask for while their destinations are made.
final class DryRunRecorder: RegistryRecorder, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): what changes is under a lock.

  struct Request: Sendable {
    let route: CompiledRoute
    let key: TokenKey
  }

  private let asked = Lock<[Request]>([])

  /// Everything that was asked for by routes, in the order of asking.
  var requests: [Request] { asked.withLock { $0 } }

  /// Records a request, if a route makes it.
  override func asked(for key: TokenKey) {
    guard let route = ResolutionStack.all.lazy.compactMap({ $0.subject as? CompiledRoute }).first else {
      return
    }
    asked.withLock { $0.append(Request(route: route, key: key)) }
  }
}
