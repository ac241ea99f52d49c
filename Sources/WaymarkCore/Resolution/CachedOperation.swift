/// The operations in scopes of caches (``ScopeCache``) that a task is part of.
///
/// The current registry doesn't show all of them, because an operation can bind a registry outside of its scope.
struct CachedOperation: Sendable {
  @TaskLocal private static var current: CachedOperation?

  /// The scope of the innermost operation.
  private let scope: OpenScope
  /// The scopes of the operations around it, usually none, so that most operations allocate no array.
  private let outer: [OpenScope]

  /// The scopes of the operations that the calling task is part of, which may have ended.
  static var scopes: [OpenScope] { current.map { $0.outer + [$0.scope] } ?? [] }

  /// Runs an operation with the registry of a cache's scope as the current one.
  static func run<Result>(
    in registry: Registry, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = scopes
    return try await $current.withValue(registry.scope.map { CachedOperation(scope: $0, outer: outer) }) {
      try await CurrentRegistry.with(registry, operation)
    }
  }
}
