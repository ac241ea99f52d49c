public import WaymarkRuntime

extension CompiledRoute {
  /// How many routes a thread may be making before a repetition counts as a cycle.
  ///
  /// A route that makes itself through others may know when to end (a tree of folders does), so the first repetition is
  /// no error yet. 64 levels take less than 200 KiB of stack in a debug build, which leaves most of the 512 KiB of the
  /// smallest threads that Foundation and Dispatch create.
  @inlinable static var depthLimit: Int { 64 }

  /// Runs the steps that make a destination of this route, as one level of the thread's resolution stack.
  @inlinable
  @inline(__always)
  func making<Result>(
    in registry: Registry, _ body: () throws(RouteError) -> Result
  ) throws(RouteError) -> Result {
    if registry.purpose == .check { throw RouteError.madeDuringCheck(self) }
    if ResolutionStack.depth >= Self.depthLimit { try refuseRepetition(in: registry) }
    return try ResolutionStack.with(owner: registry, subject: self, body)
  }

  /// Throws if the thread is making a destination of this route already.
  @usableFromInline
  func refuseRepetition(in registry: Registry) throws(RouteError) {
    guard ResolutionStack.contain(owner: registry, subject: self) else { return }
    throw RouteError.dependencyCycle(closedBy: self)
  }

  /// A step of making a destination that runs a user's closure.
  @usableFromInline
  enum Step {
    case configuring
    case making
    case converting
    case preparing
  }

  /// Runs a user's closure, and adds to an error that it throws where it came from.
  ///
  /// An error of a dependency, which the closure rethrows, stays as it is: it has its path already.
  @inlinable
  @inline(__always)
  func running<Result>(_ step: Step, _ body: () throws -> Result) throws(RouteError) -> Result {
    do {
      return try body()
    } catch {
      throw failure(error, of: step)
    }
  }

  /// Returns an error that a user's closure threw as the error of the route.
  @usableFromInline
  func failure(_ error: any Error, of step: Step) -> RouteError {
    if let failure = error as? ConversionFailure { return self.failure(failure.underlying, of: .converting) }
    if let error = error as? RouteError, error.hasPassed(through: self) { return error }
    return RouteError.failed(step, of: self, underlying: error)
  }
}
