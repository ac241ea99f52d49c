import WaymarkRuntime

/// The life cycle of the instances that a registry or a scope keeps: a state machine behind a lock, and the performance
/// of its effects outside of the lock.
///
/// Slots of instances with a life cycle change only with the lock. So a reader that takes no lock sees either nothing
/// or an instance that nothing takes back before the stop. After that, the slots are empty, and the reader comes here.
final class Lifecycle: Sendable {
  typealias Effect = LifecycleMachine.Effect
  typealias Answer = LifecycleMachine.Answer

  /// The instance of a node.
  struct Entry {
    let route: CompiledRoute
    /// The instance to stop.
    var box: ValueBox?
    /// Whether a stop had begun before the instance was started on demand, so that its callers got an error.
    var isInterrupted = false
    /// The objects that only operations of the start or of the stop see, by their slots.
    var hidden: [(slot: Int, object: AnyObject)] = []
  }

  /// A start of a registry that the start of an extension uses.
  typealias Held = (registry: Registry, lifecycle: Lifecycle, caller: Int)

  struct State {
    let graph: LifecycleGraph
    var machine: LifecycleMachine
    var entries: [Entry]
    /// The nodes of routes outside of the graph, by the places of their slots.
    var added: [Int: Int] = [:]
    /// The places of instances without a life cycle that closures of the stop create from ones with a life cycle.
    var refused: Set<Int> = []
    /// The slots of conversions and wrappers, each with the node of the instance inside.
    var converted: [(slot: Int, node: Int)] = []
    /// The objects that readers of a root's slots can still use.
    var retired: [AnyObject] = []
    /// The callers that wait, with numbers in ascending order.
    var callers: ArraySlice<(number: Int, promise: Promise<(any Error)?>)> = []
    var callerCount = 0
    /// The task of the start until it creates instances.
    var run: Task<Void, Never>?
    /// The instances that the tasks of the start create next.
    var ready: ArraySlice<Int> = []
    /// The numbers of tasks that the start adds, or 0 to cancel all.
    var tasks: AsyncStream<Int>.Continuation?
    /// The number of tasks of the start, and of the ones that haven't begun.
    var taskCount = 0
    var idleTaskCount = 0
    var held: [Held] = []
    var startError: (any Error)?
    var onDemand: [Int: Task<Void, Never>] = [:]
    /// The objects for which tasks wait until instances are started on demand.
    var subjects: [Int: any LifecycleWork.Subject] = [:]
    var outcome = ScopeOutcome.finished
    var stopErrors: [RouteError] = []
    var progress: StartProgress?
  }

  /// The state from its first use on, which changes in place.
  private final class UsedState {
    var state: State

    init(_ graph: LifecycleGraph) {
      state = State(
        graph: graph, machine: LifecycleMachine(graph.shape), entries: graph.routes.map { Entry(route: $0) })
    }
  }

  /// Parts that other registries change.
  struct Relations {
    /// The extensions of this registry.
    var extensions: [WeakRegistry] = []
    /// The number of starts of extensions that use the instances of this registry.
    var users = 0
    /// The lifecycles that the start of this registry uses.
    var used: [Lifecycle] = []
    /// Whether the base starts by itself, as for an extension that only registries of scopes lead to.
    var leavesBase = false
  }

  struct WeakRegistry {
    weak var registry: Registry?

    /// Adds a registry to a list, and returns all that still exist, to release them without the list's lock.
    static func add(_ registry: Registry, to list: inout [WeakRegistry]) -> [Registry] {
      let alive = list.compactMap(\.registry) + [registry]
      list = alive.map { WeakRegistry(registry: $0) }
      return alive
    }
  }

  let relations = Lock(Relations())
  /// Whether the state has ever had hidden objects, so that readers look for one.
  let hasHidden = AtomicFlag(false)
  let observers: [ObservesLifecycle]
  private let lock = Lock<UsedState?>(nil)

  init(_ properties: RegistryProperties) { observers = properties.lifecycleObservers }

  deinit { abandon() }

  /// Accesses the state.
  ///
  /// - Parameter registry: The registry that creates the instances.
  func withState<Result>(of registry: Registry, _ body: (inout State) -> Result) -> Result {
    lock.withLock { used in
      let known = used ?? UsedState(registry.lifecycleGraph)
      if used == nil { used = known }
      return body(&known.state)
    }
  }

  /// Accesses the state, or returns nil if nothing has used it yet.
  func withStateIfUsed<Result>(_ body: (inout State) -> Result) -> Result? {
    lock.withLock { used in used.map { body(&$0.state) } }
  }

  /// Releases the stopped instances of a closed scope, which a task that outlives its operation would keep.
  ///
  /// - Parameter includesRetired: Whether no reader can use the objects of a root anymore.
  func releaseHidden(andRetired includesRetired: Bool = false) {
    let released = withStateIfUsed { state in
      defer {
        for node in state.entries.indices { state.entries[node].hidden = [] }
        if includesRetired { state.retired = [] }
      }
      return (state.entries.map(\.hidden), state.retired)
    }
    // Destinations are released without the lock.
    withExtendedLifetime(released) {}
  }

  var phase: LifecycleMachine.Phase { withStateIfUsed(\.machine.phase) ?? .idle }

  /// The report of the start, if it has succeeded.
  var startReport: StartReport? {
    // A start that hasn't succeeded keeps its measurements only while it's in progress.
    let progress = withStateIfUsed { $0.machine.phase == .starting ? nil : $0.progress }
    return progress??.report
  }

  /// Whether neither a start nor an extension uses the instances.
  ///
  /// The end of a start that nobody waits for isn't a use.
  var isUnused: Bool {
    let hasStart = withStateIfUsed { state in
      state.machine.phase == .ending ? state.machine.startCallerCount > 0 : state.machine.phase != .idle
    }
    return !(hasStart ?? false) && relations.withLock { $0.users == 0 }
  }

  /// Whether a stop has been called.
  var isStopped: Bool { withStateIfUsed(\.machine.isStopRequested) ?? false }

  // MARK: - Events

  /// Sends an event to the machine, and performs the effects.
  func send(in registry: Registry, _ event: (inout LifecycleMachine) -> [Effect]) {
    change(in: registry) { $0.perform(event(&$0.machine), &$1) }
  }

  /// Changes the state, and performs the effects outside of the lock.
  func change<Result>(
    in registry: Registry, _ body: (inout State, inout LaterEffects) -> Result
  ) -> Result {
    var later = LaterEffects(lifecycle: self, registry: registry)
    let result = withState(of: registry) { state in
      defer { state.askForTasks(&later) }
      return body(&state, &later)
    }
    later.perform()
    return result
  }

  /// Calls the machine for a caller, and waits for its answer.
  ///
  /// - Parameter isCancelable: Whether the caller leaves if its task is canceled.
  /// - Returns: The caller.
  @discardableResult
  func wait(
    in registry: Registry, isCancelable: Bool = true,
    for call: (inout State, Int) -> [Effect]
  ) async throws -> Int {
    let promise = Promise<(any Error)?>()
    let isCanceled = isCancelable && Task.isCancelled
    let caller = change(in: registry) { state, later in
      let caller = state.addCaller(promise)
      state.perform(call(&state, caller), &later)
      // So that a short start doesn't end before a task that was canceled earlier leaves it.
      if isCanceled { state.perform(state.machine.canceled(caller), &later) }
      return caller
    }
    let error = await withTaskCancellationHandler {
      await promise.value
    } onCancel: {
      if isCancelable { send(in: registry) { $0.canceled(caller) } }
    }
    if let error { throw error }
    return caller
  }

  // MARK: - The end

  /// Releases the instances, and reports each one that should have been stopped.
  func abandon() {
    for other in relations.withLock(\.used) { endUse(of: other) }
    guard let left = lock.withLock({ $0.take() }) else { return }
    for (node, entry) in left.state.entries.enumerated().reversed()
    where entry.box != nil && [.pending, .ready].contains(left.state.machine[node]) {
      report(.wasNotStopped, entry.route, in: nil)
    }
  }

  // MARK: - Observers

  /// Calls the observers with an event, creating it only if there are observers.
  ///
  /// - Parameter registry: The registry of the instance, or nil if it was released.
  func report(
    _ phase: LifecycleEvent.Phase, _ route: CompiledRoute, in registry: Registry?,
    took duration: Duration? = nil
  ) {
    guard !observers.isEmpty else { return }
    let declaration = route.declaration
    let repeated = registry?.image.repeatedDestinations ?? []
    var event = LifecycleEvent(
      phase, of: declaration.destination, name: declaration.firstName, location: declaration.location,
      duration: duration)
    event.isOneOfSeveral = repeated.contains(ObjectIdentifier(declaration.destination))
    for observer in observers { observer.observe(event) }
  }
}

extension Lifecycle.State {
  /// Adds a caller that waits, and returns its number.
  mutating func addCaller(_ promise: Promise<(any Error)?>) -> Int {
    callerCount += 1
    callers.append((callerCount, promise))
    return callerCount
  }

  /// Removes a caller, usually the first one.
  mutating func removeCaller(_ number: Int) -> Promise<(any Error)?>? {
    if callers.first?.number == number { return callers.popFirst()?.promise }
    return callers.firstIndex { $0.number == number }.map { callers.remove(at: $0).promise }
  }

  /// Publishes an object of a node in an empty slot, and returns the slot's object, or nil in a closed scope.
  mutating func publish(_ object: AnyObject, in slot: Int, of node: Int, _ registry: Registry) -> AnyObject? {
    if slot != entries[node].route.instanceSlot { converted.append((slot, node)) }
    return registry.publishObject(object, in: slot)
  }

  func node(of route: CompiledRoute) -> Int? {
    graph.node(of: route) ?? route.instanceSlot.flatMap { added[InstanceOwner.place(of: $0)] }
  }
}

extension Registry {
  /// The started instances of a root, if any route has some.
  var ownLifecycle: Lifecycle? { scope == nil ? attachments?.lifecycle : nil }

  /// The started instances of the innermost scope or of this registry, if any route has some.
  var lifecycle: Lifecycle? { scope.map(\.lifecycle) ?? ownLifecycle }
}
