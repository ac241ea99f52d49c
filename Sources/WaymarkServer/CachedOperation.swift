import WaymarkCore
import WaymarkRuntime

/// The operations in scopes of caches (``ScopeCache``) that a task is part of.
///
/// The current registry doesn't show all of them, because an operation can bind a registry outside of its scope.
struct CachedOperation: Sendable {
  @TaskLocal private static var current: CachedOperation?

  /// The scope of the innermost operation.
  private let scope: OpenScope
  /// The scopes of the operations around it, usually none, so that most operations allocate no array.
  private let outer: [OpenScope]
  private let task = TaskIdentity.current
  /// The task that has called the stop around the operation, if any.
  private let stopCaller = StopCaller.task

  /// The scopes of the operations that the calling task is part of, which may have ended.
  static var scopes: [OpenScope] {
    guard let current, current.waitsForStop else { return [] }
    return current.outer + [current.scope]
  }

  /// Whether the operation waits for the stop around the calling task, if any.
  ///
  /// An operation doesn't wait for a task that it has created, so a stop in such a task can wait for the operation.
  private var waitsForStop: Bool {
    let caller = StopCaller.task
    return caller == task || caller == stopCaller
  }

  /// Runs an operation with the registry of a cache's scope as the current one.
  static func run<Result>(
    in registry: Registry, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = scopes
    return try await $current.withValue(registry.scope.map { CachedOperation(scope: $0, outer: outer) }) {
      try await CurrentRegistry.with(registry, operation)
    }
  }

  /// Runs code outside of all operations, to create tasks that don't retain the operations' scopes.
  static func outside<Result>(_ body: () -> Result) -> Result { $current.withValue(nil, operation: body) }
}
