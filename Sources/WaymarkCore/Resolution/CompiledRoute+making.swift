public import WaymarkRuntime

extension CompiledRoute {
  /// The number of routes a thread may be making before a repetition counts as a cycle.
  ///
  /// A route that makes itself through others may end at some depth (a tree of folders does), so the first
  /// repetition isn't an error yet. 64 levels take less than 200 KiB of stack in a debug build, which leaves
  /// most of the 512 KiB of the smallest threads that Foundation and Dispatch create.
  @inlinable static var depthLimit: Int { 64 }

  /// Runs the steps that make a destination of this route, as one level of the thread's resolution stack.
  @inlinable
  @inline(__always)
  func making<Result>(
    in registry: Registry, _ body: () throws(RouteError) -> Result
  ) throws(RouteError) -> Result {
    if registry.purpose != .use { try refuse(in: registry) }
    if ResolutionStack.depth >= Self.depthLimit { try refuseRepetition(in: registry) }
    return try ResolutionStack.with(owner: registry, subject: self, body)
  }

  /// Throws an error if a registry can't make anything: during a module's own check, in a closed scope, or after the
  /// release of the root.
  @usableFromInline
  func refuse(in registry: Registry) throws(RouteError) {
    if registry.purpose == .check { throw RouteError.madeDuringCheck(self) }
    // The caller retains the registry, and the registry retains its scope.
    if let scope = registry.openScope, !scope.read(\.isClosed) { return }
    try registry.checkIsOpen()
  }

  /// Throws an error if the thread is already making a destination of this route.
  @usableFromInline
  func refuseRepetition(in registry: Registry) throws(RouteError) {
    guard ResolutionStack.contain(owner: registry, subject: self) else { return }
    throw RouteError.dependencyCycle(closedBy: self)
  }

  /// A step of making a destination that runs a user's closure.
  @usableFromInline
  package enum Step {
    case configuring
    case making
    case converting
    case decorating
    case preparing
  }

  /// Runs a user's closure, and adds the route and the step to an error that it throws.
  ///
  /// An error of a dependency that the closure rethrows isn't changed: it already has its path.
  @inlinable
  @inline(__always)
  package func running<Result>(_ step: Step, _ body: () throws -> Result) throws(RouteError) -> Result {
    do {
      return try body()
    } catch {
      throw failure(error, of: step)
    }
  }

  /// Returns an error that a user's closure threw as the error of the route.
  @usableFromInline
  package func failure(_ error: any Error, of step: Step) -> RouteError {
    if let failure = error as? ConversionFailure { return self.failure(failure.underlying, of: .converting) }
    if let failure = error as? DecorationFailure { return self.failure(failure.underlying, of: .decorating) }
    if let error = error as? RouteError {
      if error.hasPassed(through: self) { return error }
      // An error of the parameters is complete except for the route.
      if error.isOfParameter {
        let error = RouteError.here(
          error.code, error.message, remedy: error.remedy, underlying: error.underlying)
        return error.hasPassed(through: self) ? error : error.needed(by: [self])
      }
    }
    return RouteError.failed(step, of: self, underlying: error).following(error)
  }
}
