import WaymarkRuntime

/// The work that makes, starts, or stops one instance of a registry: an asynchronous factory, ``Starting``, or
/// ``Stopping``.
///
/// The work gets the errors of its own requests, and may catch them, like a factory on the resolution stack. A task that
/// it creates isn't part of it: nothing shows whether the work gets that task's errors.
final class InstanceWork: Sendable {
  @TaskLocal static var current: InstanceWork?

  /// The registry that keeps the instance, which reports the errors that the work throws.
  let keeper: Registry
  /// The route of the instance that's being made or started; nil if one is being stopped.
  let startedRoute: CompiledRoute?
  private let task = TaskIdentity.current
  private let ended = Flag()

  private init(_ keeper: Registry, _ startedRoute: CompiledRoute?) {
    self.keeper = keeper
    self.startedRoute = startedRoute
  }

  /// Runs the work of an instance.
  @inline(__always)
  static func run<Result>(
    of keeper: Registry, starting route: CompiledRoute? = nil, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let work = InstanceWork(keeper, route)
    // A later task may have the identity of this one.
    defer { work.ended.set() }
    return try await $current.withValue(work, operation: operation)
  }

  /// Runs an operation as if no work called it, to report an error that the work doesn't get.
  static func outside<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try $current.withValue(nil, operation: operation)
  }

  /// The work that runs in the calling task; nil in a task that the work has created.
  static var here: InstanceWork? {
    guard let current, !current.ended.isSet, current.task == TaskIdentity.current
    else { return nil }
    return current
  }
}
