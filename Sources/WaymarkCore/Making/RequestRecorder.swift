import WaymarkRuntime

/// Records the requests that routes and decorators make during creation, for a dry run.
package final class RequestRecorder: RegistryRecorder, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the only mutable state is protected by a lock.

  package struct Request: Sendable {
    /// The identity of the route or decorator that makes the request.
    package let maker: ObjectIdentifier
    package let token: TokenDescription
  }

  private let asked = Lock<[Request]>([])
  private let parent: MakingRecorder?

  /// Creates a recorder with a parent that records the used routes and decorators, if any.
  package init(parent: MakingRecorder?) {
    self.parent = parent
    super.init()
  }

  /// The requests of all routes and decorators, in order.
  package var requests: [Request] { asked.withLock { $0 } }

  override func asked(for token: TokenDescription) {
    let maker = ResolutionStack.first { _, subject in
      subject is CompiledRoute || subject is CompiledDecorator
    }
    guard let maker else { return }
    asked.withLock { $0.append(Request(maker: ObjectIdentifier(maker), token: token)) }
  }

  // The objects of a dry run can't leak, so the parent doesn't remember them.
  override func used(_ declaration: AnyObject) { parent?.used(declaration) }
}
