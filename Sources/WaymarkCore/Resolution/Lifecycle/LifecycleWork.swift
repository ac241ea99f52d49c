import WaymarkRuntime

/// A part of a start, a stop, or the closing of a scope, which runs in a task and those that it creates.
///
/// It's either a closure of a route or steps of Waymark's own, such as closing inner scopes. The start, the stop, or the
/// closing ends after it, so the part can't wait for that.
final class LifecycleWork: Sendable {
  typealias Subject = AnyObject & Sendable

  @TaskLocal private static var current: LifecycleWork?

  /// The registry that keeps the instances for which closures of routes run; nil for steps of Waymark's own.
  private let keeper: Registry?
  /// The lifecycle or the scope that changes.
  private let subject: any Subject
  /// The route of the instance that's stopped; nil during a start.
  private let stopping: CompiledRoute?
  /// The work in which this one runs.
  private let outer: LifecycleWork?
  private let ended = Flag()

  private init(_ keeper: Registry?, of subject: any Subject, stopping: CompiledRoute? = nil) {
    self.keeper = keeper
    self.subject = subject
    self.stopping = stopping
    outer = Self.current
  }

  var hasEnded: Bool { ended.isSet }

  /// The identity of the lifecycle or the scope.
  var changed: ObjectIdentifier { ObjectIdentifier(subject) }

  // MARK: - Running

  /// Runs closures of routes that start or stop instances.
  ///
  /// - Parameters:
  ///   - keeper: The registry that keeps the instances.
  ///   - lifecycle: The lifecycle of the instances.
  ///   - stopping: The route of the instance that's stopped; nil during a start.
  static func run<Result>(
    in keeper: Registry, of lifecycle: Lifecycle, stopping: CompiledRoute? = nil,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await run(LifecycleWork(keeper, of: lifecycle, stopping: stopping), operation)
  }

  /// Runs steps that may wait for other lifecycles and scopes.
  static func runSteps<Result>(
    of subject: any Subject, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await run(LifecycleWork(nil, of: subject), operation)
  }

  private static func run<Result>(
    _ work: LifecycleWork, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    // Tasks that go on afterward aren't part of the work.
    defer { work.ended.set() }
    return try await $current.withValue(work, operation: operation)
  }

  /// Creates a task that isn't part of the closure of a route in which the calling task runs.
  ///
  /// In steps of Waymark's own, which wait for it, it's part of them.
  static func task<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) -> Task<Result, any Error> {
    guard runsClosure else { return Task { try await operation() } }
    return $current.withValue(nil) { Task { try await operation() } }
  }

  /// Does the same for an operation that doesn't throw.
  static func task<Result: Sendable>(
    _ operation: @escaping @Sendable () async -> Result
  ) -> Task<Result, Never> {
    guard runsClosure else { return Task { await operation() } }
    return $current.withValue(nil) { Task { await operation() } }
  }

  // MARK: - Waiting

  /// Performs an operation that waits for a lifecycle or a scope, unless that would wait for the calling task.
  ///
  /// A closure of a route waits for the operation in a task of its own, so that the wait can end before the operation.
  ///
  /// - Parameters:
  ///   - subject: The lifecycle or the scope.
  ///   - isAlwaysPerformed: Whether the operation goes on without the calling task if that can't wait. Otherwise it
  ///     isn't begun, or it's canceled.
  ///   - operation: The operation.
  /// - Returns: The result; nil if the calling task can't wait for it.
  static func wait<Result: Sendable>(
    for subject: any Subject, isAlwaysPerformed: Bool, _ operation: @escaping @Sendable () async -> Result
  ) async -> Result? {
    let works = unfinished
    guard !works.isEmpty else { return await operation() }
    guard runsClosure else {
      let wait = LifecycleWait(of: works, for: ObjectIdentifier(subject), interrupt: nil)
      _ = wait.begin()
      defer { wait.end() }
      return await operation()
    }
    let result = FirstResult<Result?>()
    let wait = LifecycleWait(of: works, for: ObjectIdentifier(subject)) { result.set(nil) }
    let canWait = wait.begin()
    guard canWait || isAlwaysPerformed else { return nil }
    let task = task { result.set(await operation()) }
    guard canWait else { return nil }
    defer { wait.end() }
    return await withTaskCancellationHandler {
      let value = await result.value
      if value == nil, !isAlwaysPerformed { task.cancel() }
      return value
    } onCancel: {
      if !isAlwaysPerformed { task.cancel() }
    }
  }

  /// The works in which the calling task runs, the innermost first.
  ///
  /// A task that outlives its work isn't part of the works around it either.
  private static var unfinished: [LifecycleWork] {
    var works: [LifecycleWork] = []
    var next = current
    while let work = next, !work.hasEnded {
      works.append(work)
      next = work.outer
    }
    return works
  }

  /// Whether the calling task runs the closure of a route, and no steps inside it.
  private static var runsClosure: Bool { unfinished.first?.keeper != nil }

  /// Returns whether the calling task runs work of instances that a scope keeps, or one inside the scope.
  static func isInside(_ scope: OpenScope) -> Bool {
    unfinished.contains { $0.keeper?.isInside(scope) ?? false }
  }

  /// Returns whether the calling task runs work of instances that a lifecycle starts and stops.
  static func isPart(of lifecycle: Lifecycle) -> Bool { unfinished.contains { $0.subject === lifecycle } }

  /// The route whose closure the calling task runs, and whether it's being started; nil if none is known.
  static var caller: (route: CompiledRoute, isStarting: Bool)? {
    guard let work = unfinished.first else { return nil }
    return (work.stopping ?? InstanceWork.current?.startedRoute).map { ($0, work.stopping == nil) }
  }
}

extension Registry {
  /// Returns whether a scope is open in this registry, or in one that this registry extends.
  fileprivate func isInside(_ scope: OpenScope) -> Bool {
    guard let own = self.scope else { return false }
    return own === scope || own.outer.isInside(scope) || base?.isInside(scope) ?? false
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
