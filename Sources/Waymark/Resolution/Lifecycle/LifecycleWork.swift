import Synchronization
import WaymarkRuntime

/// The work that starts or stops instances of a registry, which runs in a task and those that it creates.
///
/// Such work can't wait for its registry to be stopped or closed: that waits for the work.
final class LifecycleWork: Sendable {
  @TaskLocal private static var current: LifecycleWork?

  /// The registry that keeps the instances.
  private let keeper: Registry
  /// The work in which this one runs.
  private let outer: LifecycleWork?
  private let hasEnded = Flag()

  private init(_ keeper: Registry) {
    self.keeper = keeper
    outer = Self.current
  }

  /// Runs work of a registry's instances.
  static func run<Result>(
    of keeper: Registry, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let work = LifecycleWork(keeper)
    // Tasks that go on afterward aren't part of the work.
    defer { work.hasEnded.set() }
    return try await $current.withValue(work, operation: operation)
  }

  /// Runs an operation that isn't part of the work in which the calling task runs.
  static func leave(_ operation: () async -> Void) async {
    await $current.withValue(nil, operation: operation)
  }

  /// Returns whether the calling task runs work of instances that a scope keeps, or one inside the scope.
  static func isInside(_ scope: OpenScope) -> Bool { contains { $0.isInside(scope) } }

  /// Returns whether the calling task runs work of instances that a lifecycle starts and stops.
  static func isPart(of lifecycle: Lifecycle) -> Bool { contains { $0.lifecycle === lifecycle } }

  private static func contains(_ predicate: (Registry) -> Bool) -> Bool {
    var next = current
    while let work = next {
      if !work.hasEnded.isSet, predicate(work.keeper) { return true }
      next = work.outer
    }
    return false
  }
}

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
  private let hasEnded = Atomic<Bool>(false)

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
    defer { work.hasEnded.store(true, ordering: .releasing) }
    return try await $current.withValue(work, operation: operation)
  }

  /// The work that runs in the calling task; nil in a task that the work has created.
  static var here: InstanceWork? {
    guard let current, !current.hasEnded.load(ordering: .acquiring), current.task == TaskIdentity.current
    else { return nil }
    return current
  }
}

extension Registry {
  /// Returns whether a scope is open in this registry, or in one that this registry extends.
  fileprivate func isInside(_ scope: OpenScope) -> Bool {
    guard let own = self.scope else { return false }
    return own === scope || own.outer.isInside(scope) || base?.isInside(scope) ?? false
  }
}
