import WaymarkRuntime

/// A part of a start, a stop, or a closing, which runs in a task and the tasks that it creates.
///
/// It's a closure of a route, or a step of Waymark's own, such as closing inner scopes. The start, the stop, or the
/// closing waits for it, so it can't wait for them.
package final class LifecycleWork: Sendable {
  package typealias Subject = AnyObject & Sendable

  @TaskLocal private static var current: LifecycleWork?

  /// The registry that keeps the closures' instances, or nil for steps of Waymark's own.
  private let owner: Registry?
  private let subject: any Subject
  /// The route of the instance to stop, or nil during a start.
  private let stopping: CompiledRoute?
  private let outer: LifecycleWork?
  private let ended = Flag()

  private init(_ owner: Registry?, of subject: any Subject, stopping: CompiledRoute? = nil) {
    self.owner = owner
    self.subject = subject
    self.stopping = stopping
    outer = Self.current
  }

  var hasEnded: Bool { ended.isSet }

  var changed: ObjectIdentifier { ObjectIdentifier(subject) }

  // MARK: - Running

  /// Runs closures of routes that start or stop instances.
  package static func run<Result>(
    in owner: Registry, of subject: any Subject, stopping: CompiledRoute? = nil,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await run(LifecycleWork(owner, of: subject, stopping: stopping), operation)
  }

  /// Runs steps that can wait for other lifecycles and scopes.
  package static func runSteps<Result>(
    of subject: any Subject, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await run(LifecycleWork(nil, of: subject), operation)
  }

  private static func run<Result>(
    _ work: LifecycleWork, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    // Tasks that continue afterward aren't part of the operation.
    defer { work.ended.set() }
    return try await $current.withValue(work, operation: operation)
  }

  /// Creates a task outside of the calling route's closure, but inside of steps of Waymark's own, which wait for it.
  static func task<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) -> Task<Result, any Error> {
    guard runsClosure else { return Task { try await operation() } }
    return $current.withValue(nil) { Task { try await operation() } }
  }

  package static func task<Result: Sendable>(
    _ operation: @escaping @Sendable () async -> Result
  ) -> Task<Result, Never> {
    guard runsClosure else { return Task { await operation() } }
    return $current.withValue(nil) { Task { await operation() } }
  }

  // MARK: - Waiting

  /// Performs an operation that waits for a lifecycle or a scope, unless that would wait for the calling task.
  ///
  /// A closure of a route waits for the operation in a separate task, so that the wait can end before the operation. If
  /// the calling task can't wait, the result is nil. The operation then isn't begun, or is canceled, unless
  /// `isAlwaysPerformed`.
  ///
  /// - Parameter refusing: Is called if the operation isn't begun.
  package static func wait<Result: Sendable>(
    for subject: any Subject, isAlwaysPerformed: Bool, refusing: () -> Void = {},
    _ operation: @escaping @Sendable () async -> Result
  ) async -> Result? {
    let operations = unfinished
    guard !operations.isEmpty else { return await operation() }
    guard runsClosure else {
      let wait = LifecycleWait(of: operations, for: ObjectIdentifier(subject), interrupt: nil)
      _ = wait.begin()
      defer { wait.end() }
      return await operation()
    }
    let result = FirstResult<Result?>()
    let wait = LifecycleWait(of: operations, for: ObjectIdentifier(subject)) { result.set(nil) }
    let canWait = wait.begin()
    guard canWait || isAlwaysPerformed else {
      refusing()
      return nil
    }
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

  /// The operations that the calling task is part of, innermost first.
  ///
  /// A task that outlives its operation isn't part of the enclosing operations either.
  private static var unfinished: [LifecycleWork] {
    var operations: [LifecycleWork] = []
    var next = current
    while let work = next, !work.hasEnded {
      operations.append(work)
      next = work.outer
    }
    return operations
  }

  /// Whether the calling task is part of an operation.
  static var isInProgress: Bool { current.map { !$0.hasEnded } ?? false }

  /// Whether the calling task runs the closure of a route without steps inside it.
  private static var runsClosure: Bool { unfinished.first?.owner != nil }

  /// Returns whether the calling task runs operations of instances in a scope or an inner scope.
  static func isInside(_ scope: OpenScope) -> Bool {
    unfinished.contains { $0.owner?.isInside(scope) ?? false }
  }

  /// Returns whether the calling task runs an operation that starts or stops an instance of a lifecycle.
  static func isPart(of lifecycle: Lifecycle) -> Bool {
    unfinished.contains { $0.subject === lifecycle || $0.owner?.lifecycle === lifecycle }
  }

  /// Returns whether the calling task runs an operation of a lifecycle's start, except of a start on demand.
  static func isStart(of lifecycle: Lifecycle) -> Bool {
    unfinished.contains { $0.subject === lifecycle && $0.owner != nil && $0.stopping == nil }
  }

  /// The route with a closure in the calling task, and whether it's starting.
  static var caller: (route: CompiledRoute, isStarting: Bool)? {
    guard let work = unfinished.first else { return nil }
    return (work.stopping ?? InstanceWork.current?.startedRoute).map { ($0, work.stopping == nil) }
  }
}

extension Registry {
  /// Returns whether a scope is open in this registry or one of its bases.
  fileprivate func isInside(_ scope: OpenScope) -> Bool {
    guard let own = self.scope else { return false }
    return own === scope || own.outer.isInside(scope) || base?.isInside(scope) ?? false
  }
}

/// An operation of one instance: an asynchronous factory, ``Starting``, or ``Stopping``.
///
/// The operation receives the errors of its own requests and can catch them, like a factory on the resolution stack.
/// Tasks that it creates aren't part of it, because Waymark can't tell whether it receives their errors.
package final class InstanceWork: Sendable {
  @TaskLocal static var current: InstanceWork?

  /// The registry that keeps the instance and reports the operation's errors.
  let owner: Registry
  /// The route of the starting instance, or nil during a stop.
  let startedRoute: CompiledRoute?
  private let task = TaskIdentity.current
  private let ended = Flag()

  private init(_ owner: Registry, _ startedRoute: CompiledRoute?) {
    self.owner = owner
    self.startedRoute = startedRoute
  }

  @inline(__always)
  static func run<Result>(
    of owner: Registry, starting route: CompiledRoute? = nil, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let work = InstanceWork(owner, route)
    // A later task can have the identity of this one.
    defer { work.ended.set() }
    return try await $current.withValue(work, operation: operation)
  }

  /// Runs code outside of any operation, to report an error that the operation doesn't receive.
  package static func outside<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try $current.withValue(nil, operation: operation)
  }

  /// The operation in the calling task, or nil in a task that the operation has created.
  static var here: InstanceWork? {
    guard let current, !current.ended.isSet, current.task == TaskIdentity.current
    else { return nil }
    return current
  }
}
