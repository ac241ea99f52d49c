import WaymarkRuntime

/// The life cycle of the instances that a registry or a scope keeps: a state machine behind a lock, and the performance
/// of its effects outside of the lock.
///
/// Slots of instances with a life cycle change only with the lock. So a reader that takes no lock sees either nothing or
/// an instance that nothing takes back before the stop. After that, the slots are empty, and the reader comes here.
final class Lifecycle: Sendable {
  typealias Effect = LifecycleMachine.Effect
  typealias Answer = LifecycleMachine.Answer

  /// The instance of a node.
  struct Entry {
    let route: CompiledRoute
    /// The instance to stop.
    var box: ValueBox?
    /// The objects that only operations of the start or of the stop see, by their slots.
    var hidden: [(slot: Int, object: AnyObject)] = []
  }

  /// A start of a registry that the start of an extension uses.
  struct Held: Sendable {
    let registry: Registry
    let lifecycle: Lifecycle
    let caller: Int
  }

  struct State {
    var machine: LifecycleMachine
    var entries: [Entry]
    /// The nodes of routes outside of the graph, by the places of their slots.
    var added: [Int: Int] = [:]
    /// The places of instances without a life cycle that closures of the stop create from ones with a life cycle.
    var refused: Set<Int> = []
    /// The objects that readers of a root's slots can still use.
    var retired: [AnyObject] = []
    var callers: [Int: Promise<Result<Void, any Error>>] = [:]
    var callerCount = 0
    var run: Task<Void, Never>?
    var ready: AsyncStream<[Int]>.Continuation?
    var held: [Held] = []
    /// The error of the start, and the errors of creations on demand.
    var startError: (any Error)?
    var errors: [Int: any Error] = [:]
    var onDemand: [Int: Task<Void, Never>] = [:]
    /// The objects for which tasks wait until instances are started on demand.
    var subjects: [Int: any LifecycleWork.Subject] = [:]
    var outcome = ScopeOutcome.finished
    var stopErrors: [RouteError] = []
    /// Creates the report of the start.
    var startReport: (@Sendable () -> StartReport)?
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

  struct WeakRegistry { weak var registry: Registry? }

  let relations = Lock(Relations())
  private let properties: RegistryProperties
  private let lock = Lock<State?>(nil)
  private let graphReference = OnceReference<LifecycleGraph>()

  init(_ properties: RegistryProperties) { self.properties = properties }

  deinit { abandon() }

  func graph(of registry: Registry) -> LifecycleGraph {
    graphReference.unretained?.object ?? graphReference.set(registry.lifecycleGraph)
  }

  /// Accesses the state.
  ///
  /// - Parameter registry: The registry that creates the instances.
  func withState<Result>(of registry: Registry, _ body: (inout State) -> Result) -> Result {
    let graph = graph(of: registry)
    return lock.withLock { state in
      var current =
        state.take()
        ?? State(machine: LifecycleMachine(graph.shape), entries: graph.routes.map { Entry(route: $0) })
      defer { state = current }
      return body(&current)
    }
  }

  /// Accesses the state, or returns nil if nothing has used it yet.
  func withStateIfUsed<Result>(_ body: (inout State) -> Result) -> Result? {
    lock.withLock { state in
      guard var current = state.take() else { return nil }
      defer { state = current }
      return body(&current)
    }
  }

  var phase: LifecycleMachine.Phase { withStateIfUsed(\.machine.phase) ?? .idle }

  /// Creates the report of the start, if it has succeeded.
  var startReport: (@Sendable () -> StartReport)? {
    let report = withStateIfUsed { state in
      [.started, .stopping, .stopped].contains(state.machine.phase) ? state.startReport : nil
    }
    return report ?? nil
  }

  /// Whether a stop has been called.
  var isStopped: Bool { withStateIfUsed(\.machine.isStopRequested) ?? false }

  // MARK: - Events

  /// Sends an event to the machine, and performs the effects.
  func send(in registry: Registry, _ event: (inout LifecycleMachine) -> [Effect]) {
    change(in: registry) { $0.perform(event(&$0.machine), in: registry, &$1) }
  }

  /// Changes the state, and performs the effects outside of the lock.
  func change<Result>(
    in registry: Registry, _ body: (inout State, inout LaterEffects) -> Result
  ) -> Result {
    var later = LaterEffects()
    let result = withState(of: registry) { body(&$0, &later) }
    later.perform(in: registry, self)
    return result
  }

  /// Calls the machine for a caller, and waits for its answer.
  ///
  /// - Parameter isCancelable: Whether the caller leaves if its task is canceled.
  /// - Returns: The caller.
  @discardableResult
  func wait(
    in registry: Registry, isCancelable: Bool = true,
    for call: (inout LifecycleMachine, Int) -> [Effect]
  ) async throws -> Int {
    let promise = Promise<Result<Void, any Error>>()
    let caller = change(in: registry) { state, later in
      state.callerCount += 1
      state.callers[state.callerCount] = promise
      state.perform(call(&state.machine, state.callerCount), in: registry, &later)
      return state.callerCount
    }
    guard isCancelable else {
      try await promise.value.get()
      return caller
    }
    try await withTaskCancellationHandler {
      await promise.value
    } onCancel: {
      send(in: registry) { $0.canceled(caller) }
    }.get()
    return caller
  }

  // MARK: - Requests

  /// Returns the object in a slot of a route, if the caller can see it.
  func object(in slot: Int, of route: CompiledRoute, _ registry: Registry) -> AnyObject? {
    withState(of: registry) { state in
      if let object = registry.published(in: slot) { return object }
      guard let node = state.node(of: route, graph(of: registry)),
        let hidden = state.entries[node].hidden.first(where: { $0.slot == slot }),
        isVisible(node, state.machine, registry)
      else { return nil }
      return hidden.object
    }
  }

  /// Returns whether the caller can see a hidden instance.
  private func isVisible(_ node: Int, _ machine: LifecycleMachine, _ registry: Registry) -> Bool {
    switch machine[node] {
    case .pending: LifecycleWork.isPart(ofStartOf: self)
    case .ready: LifecycleWork.stops(userOf: self)
    case .absent, .making, .stopping, .gone: false
    }
  }

  /// Returns whether an instance of this registry can be used by the caller, from the start until the stop.
  func isAvailable(_ route: CompiledRoute, _ registry: Registry) -> Bool {
    withState(of: registry) { state in
      guard let node = state.node(of: route, graph(of: registry)) else { return true }
      let isNeeded =
        state.machine.isStopRequested ? state.machine.isTracked(node) : route.declaration.needsStart
      let isReady = !state.machine.isStopRequested && state.machine[node] == .ready
      return !isNeeded || isReady || isVisible(node, state.machine, registry)
    }
  }

  /// Begins the creation of an instance by a request, which ends with `end(_:of:)`.
  ///
  /// - Returns: The node, or nil if the creation needs no end.
  /// - Throws: `notStarted` after the beginning of the stop, unless the instance has nothing to do with life cycles.
  func begin(_ route: CompiledRoute, in registry: Registry) throws(RouteError) -> Int? {
    let (node, isRefused) = withState(of: registry) { state -> (Int?, Bool) in
      let known = state.node(of: route, graph(of: registry))
      let machine = state.machine
      guard !machine.isStopRequested else {
        return (nil, known.map(machine.isTracked) ?? false)
      }
      guard let node = known ?? state.add(route) else { return (nil, false) }
      let isBegun = state.machine.began(node, isOfStart: LifecycleWork.isPart(ofStartOf: self))
      return (isBegun ? node : nil, !isBegun)
    }
    if isRefused { throw RouteError.unavailable(route, in: registry) }
    return node
  }

  /// Ends a creation, successful or not.
  func end(_ node: Int, in registry: Registry) { send(in: registry) { $0.ended(node) } }

  /// Keeps an object of a route in an empty slot, and returns the slot's object.
  ///
  /// - Parameter instance: The new instance of the route, or nil for another object, such as a conversion.
  /// - Throws: `notStarted` if the stop has begun. The stop then ends the instance.
  func keep(
    _ object: AnyObject, in slot: Int, of route: CompiledRoute, instance: ValueBox?, _ registry: Registry
  ) throws(RouteError) -> AnyObject {
    let kept = change(in: registry) { state, later -> AnyObject? in
      let place = InstanceOwner.place(of: slot)
      if let first = registry.published(in: slot) { return first }
      guard let node = state.node(of: route, graph(of: registry)) else {
        return state.refused.contains(place) ? nil : registry.publishObject(object, in: slot)
      }
      if let hidden = state.entries[node].hidden.first(where: { $0.slot == slot }) { return hidden.object }
      if let instance {
        if route.isStopped { state.entries[node].box = instance }
        if route.declaration.parameters.contains(where: \.isOpen) { state.machine.recordAll(node) }
        state.perform(state.machine.kept(node), in: registry, &later)
      }
      if state.machine.isStopRequested {
        guard state.machine.isTracked(node) || state.refused.contains(place) else {
          return registry.publishObject(object, in: slot)
        }
        state.entries[node].hidden.append((slot, object))
        return nil
      }
      switch state.machine[node] {
      case .absent, .gone:
        // A dry run uses the instances of another registry.
        let isAdopted = route.instanceSlot.flatMap { registry.published(in: $0) } != nil
        return isAdopted ? registry.publishObject(object, in: slot) : nil
      case .pending, .stopping:
        state.entries[node].hidden.append((slot, object))
        return object
      case .making, .ready: return registry.publishObject(object, in: slot)
      }
    }
    if let kept { return kept }
    try registry.checkIsOpen()
    throw RouteError.unavailable(route, in: registry)
  }

  /// Records that a shared instance, which its own table keeps, exists.
  func keepShared(_ node: Int, in registry: Registry) { send(in: registry) { $0.kept(node) } }

  // MARK: - Uses

  /// Records that the creation of one instance has used another one of this registry.
  func record(_ user: CompiledRoute, uses used: CompiledRoute, _ registry: Registry) {
    withState(of: registry) { state in
      guard let used = state.node(of: used, graph(of: registry)), state.machine.isTracked(used) else {
        return
      }
      // Only operations of the stop see the other instance then.
      guard let node = state.node(of: user, graph(of: registry)), state.machine.phase != .stopping else {
        return state.refuse(user)
      }
      state.machine.record(node, needs: used)
    }
  }

  /// Records that the creation of an instance has used one of a base.
  func recordOther(_ user: CompiledRoute, isWaiting: Bool, _ registry: Registry) {
    withState(of: registry) { state in
      guard let node = state.node(of: user, graph(of: registry)) else { return state.refuse(user) }
      state.machine.recordOther(node, isWaiting: isWaiting)
    }
  }

  /// Returns whether the instance of a route has a life cycle or needs one with a life cycle, and whether it waits for
  /// the success of the start.
  func tracking(_ route: CompiledRoute, _ registry: Registry) -> (isTracked: Bool, isPending: Bool) {
    withState(of: registry) { state in
      guard let node = state.node(of: route, graph(of: registry)) else { return (false, false) }
      return (state.machine.isTracked(node), state.machine[node] == .pending)
    }
  }

  // MARK: - The end

  /// Releases the instances, and reports each one that should have been stopped.
  func abandon() {
    for other in relations.withLock(\.used) { endUse(of: other) }
    let left = lock.withLock { $0.take() }
    guard let left else { return }
    for (node, entry) in left.entries.enumerated().reversed()
    where entry.box != nil && [.pending, .ready].contains(left.machine[node]) {
      report(.wasNotStopped, entry.route, in: nil)
    }
  }

  // MARK: - Uses of other registries

  /// Leaves the start of the base to others.
  func leaveBase() { relations.withLock { $0.leavesBase = true } }

  /// Adds an extension, which stops before this registry.
  func add(_ registry: Registry) {
    // Release the registries without the lock, because that runs users' code.
    let alive = relations.withLock { relations in
      let alive = relations.extensions.compactMap(\.registry)
      relations.extensions = (alive + [registry]).map { WeakRegistry(registry: $0) }
      return alive
    }
    withExtendedLifetime(alive) {}
  }

  func beginUse(of other: Lifecycle) {
    relations.withLock { $0.used.append(other) }
    other.relations.withLock { $0.users += 1 }
  }

  /// Ends the use of another registry, and returns whether this was the last one.
  @discardableResult
  func endUse(of other: Lifecycle) -> Bool {
    let isUsed = relations.withLock { relations in
      guard let index = relations.used.firstIndex(where: { $0 === other }) else { return false }
      relations.used.remove(at: index)
      return true
    }
    guard isUsed else { return false }
    return other.relations.withLock { relations in
      relations.users -= 1
      return relations.users == 0
    }
  }

  // MARK: - Observers

  var observers: [ObservesLifecycle] {
    properties.handlers?.elements.compactMap { $0 as? ObservesLifecycle } ?? []
  }

  /// Calls the observers with an event, creating it only if there are observers.
  ///
  /// - Parameter registry: The registry of the instance, or nil if it was released.
  func report(
    _ phase: LifecycleEvent.Phase, _ route: CompiledRoute, in registry: Registry?,
    took duration: Duration? = nil
  ) {
    let observers = observers
    guard !observers.isEmpty else { return }
    let declaration = route.declaration
    let repeated = registry?.layer.repeatedDestinations ?? []
    let event = LifecycleEvent(
      phase, declaration.destination, declaration.firstName, declaration.location, duration, neededBy: [],
      isOneOfSeveral: repeated.contains(ObjectIdentifier(declaration.destination)))
    for observer in observers { observer.observe(event) }
  }
}

extension Lifecycle.State {
  func node(of route: CompiledRoute, _ graph: LifecycleGraph) -> Int? {
    graph.node(of: route) ?? route.instanceSlot.flatMap { added[InstanceOwner.place(of: $0)] }
  }

  /// Adds the node of a route outside of the graph.
  fileprivate mutating func add(_ route: CompiledRoute) -> Int? {
    guard let slot = route.instanceSlot else { return nil }
    let node = machine.add()
    entries.append(Lifecycle.Entry(route: route))
    added[InstanceOwner.place(of: slot)] = node
    return node
  }

  /// Keeps no instance of a route anymore.
  fileprivate mutating func refuse(_ route: CompiledRoute) {
    if let slot = route.instanceSlot { refused.insert(InstanceOwner.place(of: slot)) }
  }

  /// Performs the effects that need the lock, and collects the others.
  mutating func perform(
    _ effects: [LifecycleMachine.Effect], in registry: Registry, _ later: inout LaterEffects
  ) {
    for effect in effects {
      switch effect {
      case .begin:
        endRun()
        (startError, run, stopErrors) = (nil, nil, [])
        later.begins = true
      case .make(let node, let onDemand, let isOfStart):
        if onDemand { later.onDemand.append((node, isOfStart)) } else { later.ready.append(node) }
      case .cancel(let node): if let task = onDemand[node] { later.canceled.append(task) }
      case .cancelStart:
        // An empty list cancels the instances, after the ones that are in the stream.
        if ready != nil { later.cancelsAll = true } else if let run { later.canceled.append(run) }
      case .publish:
        // Before the success of the start, its instances stay hidden.
        if machine.phase == .started { publish(in: registry) }
      case .commit: (later.committed, held) = (held, [])
      case .release: (later.released, held) = (held, [])
      case .hide: hide(in: registry)
      case .stopUsers: break
      case .stop(let node): later.stopping.append(node)
      case .drop(let node):
        later.dropped.append(entries[node])
        entries[node] = Lifecycle.Entry(route: entries[node].route)
      case .resume(let caller, let answer):
        guard let promise = callers.removeValue(forKey: caller) else { break }
        later.answers.append((promise, answer, error(for: answer)))
      }
    }
    if later.continuation == nil { later.continuation = ready }
    if machine.phase != .starting, machine.phase != .ending { endRun() }
  }

  /// Ends the stream of instances to start.
  private mutating func endRun() {
    ready?.finish()
    ready = nil
  }

  private func error(for answer: LifecycleMachine.Answer) -> (any Error)? {
    switch answer {
    case .failed(let node): node.flatMap { errors[$0] } ?? startError
    case .interrupted: startError
    case .success, .canceled, .notStarted, .stopped: nil
    }
  }

  /// Publishes the hidden instances of a successful start.
  private mutating func publish(in registry: Registry) {
    for node in entries.indices where !entries[node].hidden.isEmpty && machine[node] == .ready {
      for (slot, object) in entries[node].hidden { _ = registry.publishObject(object, in: slot) }
      entries[node].hidden = []
    }
  }

  /// Takes the instances with a life cycle, and the ones that need them, out of their slots.
  private mutating func hide(in registry: Registry) {
    let owner = InstanceOwner(registry)
    let nodes = entries.indices.filter { machine.isTracked($0) }
    let slots = registry.slots(of: nodes.map { entries[$0].route })
    for node in nodes {
      for slot in slots[ObjectIdentifier(entries[node].route)] ?? []
      where owner.has(slot, of: entries[node].route) {
        guard let object = registry.takeObject(in: slot) else { continue }
        entries[node].hidden.append((slot, object))
        if slot >= 0 { retired.append(object) }
      }
    }
    // The base's instances that this extension has published for faster access.
    guard registry.base?.instances !== registry.instances else { return }
    for slot in owner.slotsOfBase { if let object = registry.takeObject(in: slot) { retired.append(object) } }
  }
}

/// The effects of an event to perform without the lock, because they run other code.
struct LaterEffects {
  var begins = false
  var ready: [Int] = []
  var continuation: AsyncStream<[Int]>.Continuation?
  var cancelsAll = false
  var onDemand: [(node: Int, isOfStart: Bool)] = []
  var stopping: [Int] = []
  var canceled: [Task<Void, Never>] = []
  var answers: [(Promise<Result<Void, any Error>>, LifecycleMachine.Answer, (any Error)?)] = []
  var committed: [Lifecycle.Held] = []
  var released: [Lifecycle.Held] = []
  /// The instances to release.
  var dropped: [Lifecycle.Entry] = []

  func perform(in registry: Registry, _ lifecycle: Lifecycle) {
    for held in committed { held.lifecycle.send(in: held.registry) { $0.commit(held.caller) } }
    if begins { lifecycle.begin(in: registry) }
    if !ready.isEmpty { continuation?.yield(ready) }
    if cancelsAll { continuation?.yield([]) }
    for (node, isOfStart) in onDemand { lifecycle.makeOnDemand(node, isOfStart: isOfStart, in: registry) }
    for node in stopping { lifecycle.stop(node, in: registry) }
    for task in canceled { task.cancel() }
    if !released.isEmpty { lifecycle.release(released, in: registry) }
    // An error is reported once, also if several callers get it.
    var results: [LifecycleMachine.Answer: Result<Void, any Error>] = [:]
    for (promise, answer, error) in answers {
      let result =
        results[answer]
        ?? lifecycle.result(of: answer, error, in: registry).mapError { error in
          (error as? RouteError).map(registry.reporting) ?? error
        }
      results[answer] = result
      promise.set(result)
    }
  }
}
