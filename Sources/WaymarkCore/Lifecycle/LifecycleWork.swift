package import WaymarkRuntime

/// A part of a start, a stop, or a closing, which runs in a task and the tasks that it creates.
///
/// It's an operation of a route, such as ``Starting``, or a step of Waymark's own, such as closing inner scopes. The
/// start, the stop, or the closing waits for it, so it can't wait for them.
///
/// An operation of a route receives the errors of its own requests and can catch them, like a factory on the resolution
/// stack. Tasks that it creates don't, because Waymark can't tell whether it receives their errors.
package final class LifecycleWork: Sendable {
  package typealias Subject = AnyObject & Sendable

  enum Kind { case start, stop, step }

  @TaskLocal private static var bound: LifecycleWork?

  /// The number of works of all tasks in progress, so that most requests for kept instances don't read the task-local.
  ///
  /// A relaxed read suffices: in a task of a work in progress, adding the work happened before, and it's still counted.
  private static let count = AtomicWord(0)

  /// Whether a task has a work in progress.
  static var areAnyInProgress: Bool { count.load(ordering: .relaxed) != 0 }

  /// The innermost work of the calling task, or nil if that has ended.
  private static var current: LifecycleWork? {
    guard areAnyInProgress, let bound, !bound.hasEnded else { return nil }
    return bound
  }

  private let kind: Kind
  /// The registry that keeps the operations' instances, or nil for steps of Waymark's own.
  private let owner: Registry?
  private let subject: any Subject
  private let route: CompiledRoute?
  private let outer: LifecycleWork?
  private let task: TaskIdentity?
  /// Returns whether the operation has exceeded its limit, so that nothing waits for it anymore.
  private let isLate: (@Sendable () -> Bool)?
  private let ended = AtomicFlag(false)

  private init(
    _ kind: Kind, _ owner: Registry?, of subject: any Subject, _ route: CompiledRoute?,
    isLate: (@Sendable () -> Bool)?
  ) {
    self.kind = kind
    self.isLate = isLate
    self.owner = owner
    self.subject = subject
    self.route = route
    outer = Self.current
    // A later task can have the identity of this one.
    task = route == nil ? nil : TaskIdentity.current
  }

  var hasEnded: Bool { ended.load(ordering: .acquiring) || isLate?() ?? false }

  var changed: ObjectIdentifier { ObjectIdentifier(subject) }

  // MARK: - Running

  /// Runs operations of routes, or the operation of one route.
  @inline(__always)
  static func run<Result>(
    _ kind: Kind, in owner: Registry?, of subject: any Subject, _ route: CompiledRoute? = nil,
    isLate: (@Sendable () -> Bool)? = nil, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let work = LifecycleWork(kind, owner, of: subject, route, isLate: isLate)
    _ = count.add(1, ordering: .relaxed)
    defer {
      // Tasks that continue afterward aren't part of the operation.
      work.ended.store(true, ordering: .releasing)
      _ = count.add(-1, ordering: .relaxed)
    }
    return try await $bound.withValue(work, operation: operation)
  }

  /// Runs an operation that isn't one of a route, inside of which tasks can wait for other lifecycles and scopes.
  ///
  /// - Parameters:
  ///   - owner: The registry of a user's operation, or nil for steps of Waymark's own.
  ///   - subject: The object that the operation changes.
  ///   - operation: The operation.
  package static func runSteps<Result>(
    in owner: Registry? = nil, of subject: any Subject, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await run(.step, in: owner, of: subject, nil, operation)
  }

  /// The operation of a route that the calling task runs, if any.
  static var ofRoute: LifecycleWork? { runsOperation ? current : nil }

  /// Creates a task outside of the calling route's operation, but inside of steps of Waymark's own, which wait for it.
  ///
  /// - Parameter work: The operation that opened the task's scope, if any. While it goes on, the task sees the same
  ///   instances.
  package static func task<Result: Sendable>(
    inside work: LifecycleWork? = nil, _ operation: @escaping @Sendable () async -> Result
  ) -> Task<Result, Never> {
    guard runsOperation || work != nil && !isInProgress else { return Task { await operation() } }
    return $bound.withValue(work) { Task { await operation() } }
  }

  /// Runs code outside of any operation, to report an error that the operation doesn't receive.
  package static func outside<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $bound.withValue(nil, operation: body)
  }

  // MARK: - Waiting

  /// Performs an operation that waits for a lifecycle or a scope, unless that would wait for the calling task.
  ///
  /// An operation of a route waits in a separate task, so that the wait can end before the operation. If the calling
  /// task can't wait, the result is nil. The operation then isn't begun, or is canceled, unless `isAlwaysPerformed`.
  ///
  /// - Parameter refusing: Is called if the operation isn't begun.
  package static func wait<Value: Sendable, Failure>(
    for subject: any Subject, isAlwaysPerformed: Bool, refusing: () -> Void = {},
    _ operation: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    let works = Array(unfinished)
    guard !works.isEmpty else { return try await operation() }
    guard runsOperation else { return try await wait(for: [subject], operation) }
    let result = Promise<Result<Value, Failure>?>()
    let wait = LifecycleWait(of: works, for: subject) { result.set(nil) }
    let canWait = wait.begin()
    guard canWait || isAlwaysPerformed else {
      refusing()
      return nil
    }
    let task = task {
      do throws(Failure) {
        _ = result.set(.success(try await operation()))
      } catch {
        _ = result.set(.failure(error))
      }
    }
    guard canWait else { return nil }
    defer { wait.end() }
    return try await withTaskCancellationHandler {
      let value = await result.value
      if value == nil, !isAlwaysPerformed { task.cancel() }
      return value
    } onCancel: {
      if !isAlwaysPerformed { task.cancel() }
    }?.get()
  }

  /// Performs steps of Waymark's own that wait for several lifecycles or scopes.
  static func wait<Result, Failure>(
    for subjects: [any Subject], _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let waits = subjects.map { LifecycleWait(of: Array(unfinished), for: $0, interrupt: nil) }
    for wait in waits { _ = wait.begin() }
    defer { for wait in waits { wait.end() } }
    return try await operation()
  }

  // MARK: - The calling task

  /// The works that the calling task is part of, innermost first.
  ///
  /// A task that outlives its operation isn't part of the enclosing ones either.
  private static var unfinished: some Sequence<LifecycleWork> {
    sequence(state: current) { next in
      guard let work = next, !work.hasEnded else { return nil }
      next = work.outer
      return work
    }
  }

  /// Returns whether the calling task is part of a work for which a condition holds.
  private static func isPart(where condition: (LifecycleWork) -> Bool) -> Bool {
    unfinished.contains(where: condition)
  }

  /// Whether the calling task is part of a work.
  static var isInProgress: Bool { current != nil }

  /// Whether the calling task runs the operation of a route without steps inside it.
  private static var runsOperation: Bool { current?.owner != nil }

  /// Returns whether the calling task runs operations of instances in a scope or an inner scope.
  static func isInside(_ scope: OpenScope) -> Bool {
    isPart { $0.owner?.isInside(scope) ?? false }
  }

  /// Returns whether the calling task stops instances in a scope or an inner scope.
  static func stopsInside(_ scope: OpenScope) -> Bool {
    isPart { $0.kind == .stop && $0.owner?.isInside(scope) ?? false }
  }

  /// Returns whether the calling task is an operation of a lifecycle.
  static func isPart(of lifecycle: Lifecycle) -> Bool {
    isPart { $0.subject === lifecycle || $0.owner?.lifecycle === lifecycle }
  }

  /// Returns whether the calling task is an operation of a lifecycle's start, or of a start on demand for which that
  /// one waits.
  static func isPart(ofStartOf lifecycle: Lifecycle, _ machine: LifecycleMachine) -> Bool {
    isPart { work in
      guard work.kind == .start else { return false }
      return work.subject === lifecycle
        || work.onDemandNode(of: lifecycle).map { machine.isOfRunningStart($0) } ?? false
    }
  }

  /// Returns the node of a lifecycle that the calling task creates on demand, if any.
  static func onDemandNode(of lifecycle: Lifecycle) -> Int? {
    unfinished.compactMap { $0.onDemandNode(of: lifecycle) }.first
  }

  private func onDemandNode(of lifecycle: Lifecycle) -> Int? {
    (subject as? OnDemandStart).flatMap { $0.node(of: lifecycle) }
  }

  /// Returns whether the calling task stops an instance of a lifecycle.
  static func isPart(ofEndOf lifecycle: Lifecycle) -> Bool {
    isPart { $0.kind == .stop && $0.owner?.lifecycle === lifecycle }
  }

  /// Returns whether the calling task stops an instance of a lifecycle, or of one that uses it.
  static func stops(userOf lifecycle: Lifecycle) -> Bool {
    isPart { $0.kind == .stop && $0.owner?.uses(lifecycle) ?? false }
  }

  /// The operation of a route that the calling task is part of, and whether it's starting.
  static var operation: (owner: Registry, route: CompiledRoute, isStarting: Bool)? {
    guard let current, let owner = current.owner, let route = current.route else { return nil }
    return (owner, route, current.kind == .start)
  }

  /// The owner of the operation of a route in the calling task, or nil in a task that the operation has created.
  static var ownerHere: Registry? { current?.task == TaskIdentity.current ? operation?.owner : nil }
}

extension Registry {
  /// Returns whether a scope is open in this registry or one of its bases.
  fileprivate func isInside(_ scope: OpenScope) -> Bool {
    guard let own = self.scope else { return false }
    return own === scope || own.outer.isInside(scope) || base?.isInside(scope) ?? false
  }

  /// Returns whether a lifecycle is this registry's, or the one of a registry around it.
  fileprivate func uses(_ other: Lifecycle) -> Bool {
    lifecycle === other || base?.uses(other) ?? false || scope?.outer.uses(other) ?? false
  }
}

/// The task that has called the stop around the calling task, so that an operation knows whether it waits for the stop.
package enum StopCaller {
  /// The identity of the task, or nil outside of stops.
  @TaskLocal package static var task: TaskIdentity?

  /// Creates the task of a stop that the calling task waits for.
  static func calling<Result>(_ begin: () -> Result) -> Result {
    // The caller of an outer stop in progress also waits for this one.
    if task != nil, LifecycleWork.isInProgress { return begin() }
    return $task.withValue(TaskIdentity.current, operation: begin)
  }
}
