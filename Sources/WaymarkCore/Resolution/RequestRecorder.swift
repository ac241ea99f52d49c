import WaymarkRuntime

/// Records the requests that routes make during creation, for a dry run.
package final class RequestRecorder: RegistryRecorder, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the only mutable state is protected by a lock.

  package struct Request: Sendable {
    package let route: CompiledRoute
    package let key: TokenKey
  }

  private let asked = Lock<[Request]>([])

  /// The requests of all routes, in order.
  package var requests: [Request] { asked.withLock { $0 } }

  override func asked(for key: TokenKey) {
    let subjects = ResolutionStack.all.lazy.compactMap(\.subject)
    // The requests of a decorator aren't its route's.
    guard let maker = subjects.first(where: { $0 is CompiledRoute || $0 is CompiledDecorator }),
      let route = maker as? CompiledRoute
    else { return }
    asked.withLock { $0.append(Request(route: route, key: key)) }
  }
}
