import Synchronization
public import WaymarkRuntime

/// Where the current registry comes from: what a thread is making, what its task has bound, what the
/// process has installed.
@usableFromInline
enum CurrentRegistry {
  @TaskLocal private static var bound: Registry?

  /// Whether any task has ever bound a registry; until then nobody pays for looking up a task-local.
  private static let everBound = Atomic<Bool>(false)

  private static let installedReference = ImmortalReference<Registry>()

  /// Stands in where there is none.
  private static let none = Registry.standIn()

  static func install(_ registry: Registry) { installedReference.store(registry) }

  static func isInstalled(_ registry: Registry) -> Bool { installedReference.holds(registry) }

  static var installed: Registry { installedReference.object ?? none }

  /// The installed registry without a reference of the caller's own: what was installed exists as long as the process,
  /// and so does what stands in.
  @usableFromInline
  static var unretainedInstalled: UnretainedReference<Registry> {
    installedReference.unretained ?? UnretainedReference(immortal: none)
  }

  /// The same, unless a registry is at work on this thread or a task has ever bound one.
  @usableFromInline
  static var unretainedUnlessBound: UnretainedReference<Registry>? {
    ResolutionStack.depth == 0 && !everBound.load(ordering: .relaxed) ? unretainedInstalled : nil
  }

  /// The registry that is at work on this thread or bound to this task, in this order.
  static var boundHere: Registry? {
    if let owner = ResolutionStack.innermostOwner {
      // Frames are pushed by `CompiledRoute.making`, `Registry.reporting`, and `with` below, all of which
      // give a registry as the owner.
      return knownDowncast(owner, to: Registry.self)
    }
    return everBound.load(ordering: .relaxed) ? bound : nil
  }

  /// The registry that a wrapper remembers when it is created: one that is at work or bound here.
  ///
  /// A registry that is installed is not remembered: what reads late sees what was installed later.
  @usableFromInline
  static var remembered: Registry? {
    guard let registry = boundHere, !isInstalled(registry) else { return nil }
    return registry
  }

  /// Binds a registry while a synchronous operation runs.
  static func with<Result>(_ registry: Registry, _ operation: () throws -> Result) rethrows -> Result {
    everBound.store(true, ordering: .relaxed)
    // The task-local reaches the tasks that the operation creates; the frame comes before the frames of a
    // factory that may be at work here.
    return try $bound.withValue(registry) {
      try ResolutionStack.with(owner: registry, subject: nil, operation)
    }
  }

  /// Binds a registry while an asynchronous operation runs.
  static func with<Result>(
    _ registry: Registry, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    everBound.store(true, ordering: .relaxed)
    return try await $bound.withValue(registry, operation: operation)
  }
}
