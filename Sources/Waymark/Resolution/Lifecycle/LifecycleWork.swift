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

extension Registry {
  /// Returns whether a scope is open in this registry, or in one that this registry extends.
  fileprivate func isInside(_ scope: OpenScope) -> Bool {
    guard let own = self.scope else { return false }
    return own === scope || own.outer.isInside(scope) || base?.isInside(scope) ?? false
  }
}
