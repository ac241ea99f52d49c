/// The states of a registry's or a scope's instances, and of its start and its stop.
///
/// It's a value without locks, tasks, closures, or clocks. Each event is a function that returns the effects for its
/// caller to perform, in order. `LifecycleMachineTests` explores its states exhaustively.
///
/// An instance *waits for a start* if it has a start of its own or needs an instance with one. Until the start has
/// succeeded as a whole, such an instance is pending, and only operations of the start see it. All other instances are
/// ready as soon as they exist.
struct LifecycleMachine: Hashable, Sendable {
  typealias Node = Int
  typealias Caller = Int

  enum Phase: UInt8, Sendable {
    case idle
    case starting
    /// A failed or canceled start ends its instances.
    case ending
    case started
    case stopping
    case stopped
  }

  enum State: UInt8, Sendable {
    case absent
    case making
    /// The instance exists, and waits for the success of the start.
    case pending
    case ready
    case stopping
    /// The instance was stopped.
    case gone
  }

  enum Effect: Hashable, Sendable {
    /// Start the registries that this one needs, and call `go(isHolding:)` or `failed(nil)`.
    case begin
    /// Create and start an instance, and call `kept(_:)` and `made(_:)`, or `failed(_:)`.
    ///
    /// On demand, its failure isn't the failure of the start.
    case make(Node, onDemand: Bool, isOfStart: Bool)
    /// Cancel the creation of an instance on demand.
    case cancel(Node)
    /// Cancel all creations of the start.
    case cancelStart
    /// Publish an instance in its slots.
    case publish(Node)
    /// Let the registries that this one has started go on without it, because the start has succeeded.
    case commit
    /// End the use of the registries that this one has started, and call `released()`.
    case release
    /// Take all instances out of their slots.
    case hide
    /// Stop an instance, and call `stopped(_:)`.
    case stop(Node)
    /// Release an instance of a failed start.
    case drop(Node)
    case resume(Caller, Answer)
  }

  enum Answer: Hashable, Sendable {
    case success
    /// The creation of an instance, or the start of a registry around this one, has failed.
    case failed(Node?)
    /// A stop has ended the start.
    case interrupted
    case canceled
    /// Only `start()` starts this instance, or it was stopped before.
    case notStarted(Node)
    /// The registry was stopped before.
    case stopped
  }

  private struct Instance: Hashable, Sendable {
    /// The traits of the node, none for one that isn't in the shape, and the ones that recorded needs add.
    var traits: LifecycleShape.Traits = []
    var state = State.absent
    /// The number of tasks and threads that are creating the instance.
    var makers: UInt8 = 0
    /// Whether an operation of the start is creating the instance, or has created it.
    var isOfStart = false
    /// Whether the instance is created on demand, and whether that was canceled.
    var isOnDemand = false
    var isCanceled = false
    /// The number of needs that a start hasn't created yet, or of users that haven't ended yet while instances end.
    var waiting: Int32 = 0
  }

  private struct Demand: Hashable, Sendable {
    let node: Node
    let caller: Caller
    let isOfStart: Bool
    /// The node that the caller creates on demand, if any.
    let maker: Node?
  }

  let shape: LifecycleShape
  private(set) var phase = Phase.idle
  private var instances: [Instance]
  /// The needs that were recorded while a closure created an instance.
  private var recorded: [Node: [Node]] = [:]
  /// The instances that store a registry, which can use instances that come after them.
  private var usersOfAll: [Node] = []
  private var starters: [Caller] = []
  /// The extensions that wait for the instances of this start for their own one.
  private var holders: [Caller] = []
  /// The extensions that have got the instances, and haven't committed or given up.
  private var held: [Caller] = []
  private var stoppers: [Caller] = []
  /// The callers that wait for the end of a failed start, either to begin another one or only to leave.
  private var next: [Caller] = []
  private var leaving: [Caller] = []
  private var demands: [Demand] = []
  private var failure = Answer.canceled
  /// Whether the start is waiting for the registries that this one needs.
  private var isPreparing = false
  private var isHolding = false
  private var isReleasing = false
  /// Whether registries that use this one have to stop first.
  private var isUsed = false
  /// The number of creations in progress that the start has asked for.
  private var works = 0
  /// The number of instances that the start hasn't created, or that haven't ended yet.
  private var remaining = 0

  init(_ shape: LifecycleShape) {
    self.shape = shape
    instances = shape.traits.map { Instance(traits: $0) }
  }

  subscript(node: Node) -> State { instances[node].state }

  /// The numbers of callers that wait for the start, and for instances on demand.
  var startCallerCount: Int { starters.count + holders.count + next.count }
  var demandCount: Int { demands.count }

  /// Whether the creation of an instance is in progress.
  func isMaking(_ node: Node) -> Bool { instances[node].makers > 0 }

  // MARK: - Starting

  /// Joins the start, or begins one.
  ///
  /// - Parameter isHolding: Whether the caller is the start of an extension. It gets its answer when all instances
  ///   exist, and publishes them with `commit(_:)` or gives up with `release(_:)`.
  mutating func start(by caller: Caller, isHolding: Bool = false) -> [Effect] {
    switch phase {
    case .idle:
      add(caller, isHolding)
      phase = .starting
      isPreparing = true
      return [.begin]
    case .starting where !isStopRequested:
      add(caller, isHolding)
      return completeIfPossible()
    case .ending where !isStopRequested:
      next.append(caller)
      if isHolding { holders.append(caller) }
      return []
    case .started: return [.resume(caller, .success)]
    case .starting, .ending, .stopping, .stopped: return [.resume(caller, .stopped)]
    }
  }

  private mutating func add(_ caller: Caller, _ isHolding: Bool) {
    if isHolding { holders.append(caller) } else { starters.append(caller) }
  }

  private var isComplete: Bool {
    phase == .starting && !isPreparing && remaining == 0 && works == 0 && !isStopRequested
  }

  /// Begins to create the instances of the start.
  ///
  /// - Parameter isHolding: Whether other registries have started for this one.
  mutating func go(isHolding: Bool) -> [Effect] {
    isPreparing = false
    self.isHolding = isHolding
    guard phase == .starting else { return settleEnding() }
    for node in shape.ofStart {
      instances[node].waiting = Int32(shape.needs.count(of: node))
    }
    remaining = shape.ofStart.count
    return proceed(with: shape.ofStart.filter { instances[$0].waiting == 0 })
  }

  /// Continues the start with nodes of which it has created all needs.
  private mutating func proceed(with ready: [Node]) -> [Effect] {
    var effects: [Effect] = []
    var ready = ready[...]
    while let node = ready.popFirst() {
      switch instances[node].state {
      case .absent where instances[node].traits.contains(.inStart):
        effects.append(make(node, isOfStart: true))
      case .making where instances[node].traits.contains(.inStart): break
      // The start doesn't create a node that only others of the start need.
      default: ready += proceed(after: node)
      }
    }
    return effects + completeIfPossible()
  }

  /// Returns the nodes that have waited only for one that exists now.
  private mutating func proceed(after node: Node) -> [Node] {
    remaining -= 1
    var ready: [Node] = []
    shape.users.forEach(of: node) { user in
      guard instances[user].traits.contains(.isNeeded) else { return }
      instances[user].waiting -= 1
      if instances[user].waiting == 0 { ready.append(user) }
    }
    return ready
  }

  private mutating func make(_ node: Node, onDemand: Bool = false, isOfStart: Bool) -> Effect {
    instances[node].state = .making
    instances[node].makers += 1
    instances[node].isOfStart = isOfStart
    instances[node].isOnDemand = onDemand
    instances[node].isCanceled = false
    if !onDemand { works += 1 }
    return .make(node, onDemand: onDemand, isOfStart: isOfStart)
  }

  /// Answers the callers if all instances of the start exist.
  private mutating func completeIfPossible() -> [Effect] {
    guard isComplete else { return [] }
    guard starters.isEmpty else { return publish() }
    held += holders
    defer { holders = [] }
    return holders.map { .resume($0, .success) }
  }

  private mutating func publish() -> [Effect] {
    phase = .started
    let pending = instances.indices.filter { instances[$0].state == .pending }
    for node in pending { instances[node].state = .ready }
    let answered = (starters + holders).map { Effect.resume($0, .success) }
    let committed: [Effect] = isHolding ? [.commit] : []
    (starters, holders, held, isHolding) = ([], [], [], false)
    return pending.map { .publish($0) } + committed + answered + settleDemands()
  }

  /// Publishes the instances of a start that an extension's start has used and that has succeeded.
  mutating func commit(_ caller: Caller) -> [Effect] {
    isComplete && held.contains(caller) ? publish() : []
  }

  /// Ends the use of a start by an extension, and the start if no other caller uses it.
  ///
  /// - Parameter waiting: A caller that waits for the end.
  mutating func release(_ caller: Caller, waiting: Caller) -> [Effect] {
    held.removeAll { $0 == caller }
    let effects = failIfAbandoned()
    guard phase == .ending else { return effects + [.resume(waiting, .success)] }
    leaving.append(waiting)
    return effects + settleEnding()
  }

  /// Removes a canceled caller, whose last one cancels the start or the creation on demand.
  mutating func canceled(_ caller: Caller) -> [Effect] {
    let count = startCallerCount + demandCount
    starters.removeAll { $0 == caller }
    next.removeAll { $0 == caller }
    holders.removeAll { $0 == caller }
    demands.removeAll { $0.caller == caller }
    guard startCallerCount + demandCount < count else { return [] }
    return [.resume(caller, .canceled)] + failIfAbandoned() + cancelUnneeded()
  }

  private mutating func failIfAbandoned() -> [Effect] {
    guard phase == .starting, starters.isEmpty, holders.isEmpty, held.isEmpty else { return [] }
    return fail(.canceled)
  }

  /// Ends a start, because an instance failed, all callers were canceled, or a stop was called.
  private mutating func fail(_ failure: Answer) -> [Effect] {
    // The end waits for the operations of the start, so they can't wait for it.
    let refused = answer(demands.filter { isOfStart($0) }, .canceled)
    phase = .ending
    self.failure = failure
    return refused + [.cancelStart] + cancelUnneeded() + endAll()
  }

  /// Returns whether an instance ends with the failed start or the stop.
  private func isEnding(_ node: Node) -> Bool {
    switch instances[node].state {
    // Nothing waits for an instance that has nothing to do with life cycles.
    case .making: phase == .stopping ? isTracked(node) : instances[node].isOfStart
    case .pending: phase == .stopping || instances[node].isOfStart
    case .ready: phase == .stopping && isTracked(node)
    case .stopping: true
    case .absent, .gone: false
    }
  }

  /// Continues after the end of a failed start's instances.
  private mutating func settleEnding() -> [Effect] {
    guard phase == .ending, remaining == 0, works == 0, !isPreparing, !isReleasing else { return [] }
    if isHolding {
      (isHolding, isReleasing) = (false, true)
      return [.release]
    }
    phase = .idle
    let (waiting, holding) = (next, holders)
    var effects = (starters + holders.filter { !waiting.contains($0) }).map { Effect.resume($0, failure) }
    effects += leaving.map { .resume($0, .success) }
    (starters, holders, held, leaving, next, failure) = ([], [], [], [], [], .canceled)
    if isStopRequested { return effects + waiting.map { .resume($0, .interrupted) } + beginStopping() }
    for caller in waiting { effects += start(by: caller, isHolding: holding.contains(caller)) }
    return effects + settleDemands()
  }

  /// Continues after the end of the use of other registries.
  mutating func released() -> [Effect] {
    isReleasing = false
    return settleEnding()
  }

  // MARK: - Creating

  /// Begins the creation of an instance by a request.
  ///
  /// - Parameter isOfStart: Whether an operation of the start requests it.
  /// - Returns: False if the caller can't create the instance: a stop or the end of a failed start has begun, or the
  ///   instance belongs to a start in progress.
  mutating func began(_ node: Node, isOfStart: Bool) -> Bool {
    guard !isStopRequested, phase != .ending || !isOfStart else { return false }
    switch instances[node].state {
    case .absent, .making: if phase == .starting, !isOfStart, waits(node) { return false }
    case .pending: if !isOfStart { return false }
    case .ready: break
    case .stopping, .gone: return false
    }
    if instances[node].state == .absent {
      instances[node].state = .making
      instances[node].isOfStart = isOfStart && phase == .starting
    }
    instances[node].makers += 1
    return true
  }

  /// Records that an instance exists.
  mutating func kept(_ node: Node) -> [Effect] {
    guard instances[node].state == .making else { return [] }
    recordForUsersOfAll(node)
    switch phase {
    case .starting:
      let isPending = waits(node)
      if isPending { (instances[node].state, instances[node].isOfStart) = (.pending, true) }
      let published = isPending ? settleDemands() : publish(node)
      guard !isPreparing, instances[node].waiting == 0, instances[node].traits.contains(.inStart) else {
        return published
      }
      return published + proceed(with: proceed(after: node))
    case .ending:
      guard instances[node].isOfStart else { return publish(node) }
      guard waits(node) else {
        instances[node].isOfStart = false
        return publish(node) + stopped(node)
      }
      instances[node].state = .pending
      return instances[node].waiting == 0 ? end([node]) : []
    case .idle, .started: return publish(node)
    case .stopping, .stopped:
      instances[node].state = .ready
      return isTracked(node) && !isUsed && instances[node].waiting == 0 ? end([node]) : []
    }
  }

  private mutating func publish(_ node: Node) -> [Effect] {
    instances[node].state = .ready
    return (isStopRequested ? [] : [.publish(node)]) + settleDemands()
  }

  /// Returns whether a new instance becomes visible only with the success of the start.
  private func waits(_ node: Node) -> Bool {
    let traits = instances[node].traits
    guard instances[node].isOfStart || traits.contains(.inStart) else { return false }
    var waits = traits.contains(.waits)
    forEachNeed(of: node) { if instances[$0].state == .pending { waits = true } }
    return waits
  }

  /// Ends a creation that the machine has asked for, after `kept(_:)`.
  mutating func made(_ node: Node, onDemand: Bool = false) -> [Effect] {
    if !onDemand { works -= 1 }
    return ended(node) + settleEnding() + completeIfPossible()
  }

  /// Ends one creation of an instance, successful or not.
  mutating func ended(_ node: Node) -> [Effect] {
    instances[node].makers -= 1
    guard instances[node].makers == 0, instances[node].state == .making else { return [] }
    let (wasOfStart, wasTracked) = (instances[node].isOfStart, isTracked(node))
    // Users that end later release what this creation has used.
    let hasUsers = (phase == .ending || phase == .stopping && !isUsed) && instances[node].waiting > 0
    defer { if !hasUsers { recorded[node] = nil } }
    instances[node].state = .absent
    instances[node].isOfStart = false
    switch phase {
    case .starting:
      // The start needs the instance, and whoever was creating it has failed.
      let isNeeded = !isPreparing && instances[node].traits.contains(.inStart) && instances[node].waiting == 0
      return (isNeeded ? [make(node, isOfStart: true)] : []) + settleDemands()
    case .ending: return wasOfStart ? stopped(node) : []
    case .stopping: return wasTracked ? stopped(node) : []
    case .idle, .started, .stopped: return settleDemands()
    }
  }

  /// Records the failure of a creation that the machine has asked for, or with nil of the preparation of a start.
  mutating func failed(_ node: Node?, onDemand: Bool = false) -> [Effect] {
    guard let node else {
      isPreparing = false
      return phase == .starting ? fail(.failed(nil)) : settleEnding()
    }
    guard onDemand else {
      // `fail(_:)` counts the creation, and `ended(_:)` ends it.
      return (phase == .starting ? fail(.failed(node)) : []) + made(node)
    }
    if instances[node].isCanceled { return ended(node) }
    let answered = demands.filter { $0.node == node || reaches($0.node, node) }
    return answer(answered, .failed(node)) + cancelUnneeded() + ended(node)
  }

  /// Records that an instance needs another one, unless the other one needs it.
  ///
  /// A creation that began before the start joins it when it uses a pending instance.
  mutating func record(_ user: Node, needs used: Node) {
    if phase == .starting, user != used, instances[used].state == .pending, instances[user].state == .making {
      instances[user].isOfStart = true
    }
    guard user != used, !needs(of: user).contains(used), !reaches(used, user) else { return }
    add(used, toNeedsOf: user)
  }

  private mutating func add(_ used: Node, toNeedsOf user: Node) {
    recorded[user, default: []].append(used)
    // While instances end, the numbers of their users count.
    guard phase == .ending || phase == .stopping && !isUsed, isEnding(user) else { return }
    instances[used].waiting += 1
  }

  /// Records that an instance can use all that exist, because it stores a registry, except the ones that need it.
  ///
  /// From then on, the machine records each new instance for it.
  mutating func recordAll(_ user: Node) {
    if !usersOfAll.contains(user) { usersOfAll.append(user) }
    var users: Set<Node> = [user]
    var open = [user]
    while let next = open.popLast() {
      let found =
        (next < shape.count ? Array(shape.users[next]) : []) + recorded.filter { $1.contains(next) }.keys
      for node in found where users.insert(node).inserted { open.append(node) }
    }
    let known = needs(of: user)
    let used = instances.indices.filter { node in
      (instances[node].state == .ready || instances[node].state == .pending) && !users.contains(node)
        && !known.contains(node) && isTracked(node)
    }
    for node in used { add(node, toNeedsOf: user) }
  }

  /// Records that the instances that store a registry can use a new one, which nobody sees after the call of a stop.
  private mutating func recordForUsersOfAll(_ node: Node) {
    guard !usersOfAll.isEmpty, !isStopRequested, isTracked(node) else { return }
    for user in usersOfAll where instances[user].state == .pending || instances[user].state == .ready {
      record(user, needs: node)
    }
  }

  /// Records that an instance needs one of a registry around this one.
  mutating func recordOther(_ user: Node, isWaiting: Bool) {
    instances[user].traits.formUnion(isWaiting ? [.waits, .tracked] : .tracked)
  }

  /// Returns whether an instance has a life cycle, or needs an instance with one.
  func isTracked(_ node: Node) -> Bool {
    instances[node].traits.contains(.tracked) || recorded[node] != nil
  }

  /// Adds an instance that isn't in the shape, because only recorded needs lead from it.
  mutating func add() -> Node {
    instances.append(Instance())
    return instances.count - 1
  }

  /// Returns whether a stop, or the failure of its start, has begun during the creation of an instance.
  ///
  /// A start goes on until the registries that use this one have stopped.
  func isInterrupted(_ node: Node) -> Bool {
    switch phase {
    case .idle, .starting: false
    case .ending: isStopRequested || instances[node].isOfStart
    case .started, .stopping, .stopped: isStopRequested
    }
  }

  // MARK: - On demand

  /// Begins to start the instances on demand that an instance needs, and the instance itself.
  ///
  /// - Parameters:
  ///   - isOfStart: Whether the caller is an operation of the start, which the start waits for. Other callers wait for
  ///     the start.
  ///   - maker: The node that the caller creates on demand, if any.
  mutating func started(
    _ node: Node, by caller: Caller, isOfStart: Bool = false, maker: Node? = nil
  ) -> [Effect] {
    let isEnding = phase == .ending && (isOfStart || maker.map { instances[$0].isOfStart } ?? false)
    guard !isEnding else { return [.resume(caller, .canceled)] }
    demands.append(
      Demand(node: node, caller: caller, isOfStart: isOfStart && phase == .starting, maker: maker))
    return settleDemands()
  }

  /// Returns whether the start in progress waits for the creation of an instance that began before it.
  func isOfRunningStart(_ node: Node) -> Bool {
    phase == .starting && instances[node].state == .making && instances[node].traits.contains(.inStart)
  }

  /// Returns the instances being created on demand that the creation of another one waits for.
  func blockers(of node: Node) -> [Node] {
    var (blockers, open, seen) = ([Node](), [node], Set([node]))
    while let next = open.popLast() {
      for need in needs(of: next) where seen.insert(need).inserted {
        switch instances[need].state {
        case .making where instances[need].traits.contains(.onDemand): blockers.append(need)
        case .absent, .making: open.append(need)
        case .pending, .ready, .stopping, .gone: break
        }
      }
    }
    return blockers
  }

  private func isOfStart(_ demand: Demand) -> Bool {
    phase == .starting && (demand.isOfStart || demand.maker.map { isOfRunningStart($0) } ?? false)
  }

  /// Answers demands that don't wait anymore.
  private mutating func answer(_ answered: [Demand], _ answer: Answer) -> [Effect] {
    let callers = Set(answered.map(\.caller))
    demands.removeAll { callers.contains($0.caller) }
    return answered.map { .resume($0.caller, answer) }
  }

  private mutating func settleDemands() -> [Effect] {
    if isStopRequested {
      defer { demands = [] }
      return demands.map { .resume($0.caller, .notStarted($0.node)) }
    }
    var effects: [Effect] = []
    // A demand waits for a start in progress, and for the end of a failed one, unless nothing has to be made for it.
    for demand in demands
    where phase == .idle || phase == .started || isOfStart(demand) || instances[demand.node].state == .ready {
      var known: [Node: Answer?] = [:]
      guard let answer = settle(demand.node, isOfStart(demand), &known, &effects) else { continue }
      demands.removeAll { $0 == demand }
      effects.append(.resume(demand.caller, answer))
    }
    return effects
  }

  /// Begins the creations on demand that an instance needs and that can begin.
  ///
  /// - Returns: The answer to the caller, or nil if it has to wait.
  private mutating func settle(
    _ node: Node, _ isOfStart: Bool, _ known: inout [Node: Answer?], _ effects: inout [Effect]
  ) -> Answer? {
    if let answer = known[node] { return answer }
    let traits = instances[node].traits
    let isStartable = !traits.contains(.startsItself) || traits.contains(.onDemand)
    var answer: Answer? = .success
    switch instances[node].state {
    case .ready: break
    case .pending where isOfStart: break
    case .making where isStartable || !isOfStart: answer = traits.contains(.startsItself) ? nil : .success
    case .making, .absent, .pending, .stopping, .gone:
      guard isStartable else {
        answer = .notStarted(node)
        break
      }
      for need in needs(of: node) {
        let other = settle(need, isOfStart, &known, &effects)
        if case .notStarted = answer { continue }
        if other != .success { answer = other }
      }
      if answer == .success, traits.contains(.onDemand) {
        effects.append(make(node, onDemand: true, isOfStart: isOfStart))
        answer = nil
      }
    }
    known[node] = answer
    return answer
  }

  /// Cancels the creations on demand that nobody waits for anymore.
  private mutating func cancelUnneeded() -> [Effect] {
    var effects: [Effect] = []
    for node in instances.indices
    where instances[node].state == .making && instances[node].isOnDemand && !instances[node].isCanceled {
      // A failed start also ends the creations on demand that it waits for.
      let isNeeded =
        !isStopRequested && !(phase == .ending && instances[node].isOfStart)
        && (demands.contains { $0.node == node || reaches($0.node, node) }
          || phase == .starting && instances[node].traits.contains(.inStart))
      guard !isNeeded else { continue }
      instances[node].isCanceled = true
      effects.append(.cancel(node))
    }
    return effects
  }

  // MARK: - Stopping

  /// Begins to stop the instances, joins the stop, or ends the start first.
  ///
  /// - Parameter isUsed: Whether other registries use this one. They stop first, and then the first caller calls
  ///   `usersStopped()`.
  mutating func stop(by caller: Caller, isUsed: Bool = false) -> [Effect] {
    guard phase != .stopped else { return [.resume(caller, .success)] }
    stoppers.append(caller)
    guard stoppers.count == 1 else { return [] }
    self.isUsed = isUsed
    let effects = [.hide] + answer(demands, .interrupted) + cancelUnneeded()
    switch phase {
    case .idle, .started: return effects + beginStopping()
    case .starting where !isUsed: return effects + fail(.interrupted)
    case .starting, .ending, .stopping, .stopped: return effects
    }
  }

  /// Whether a stop would find nothing to end.
  var endsNothing: Bool {
    (phase == .idle || phase == .started)
      && !instances.indices.contains { instances[$0].state != .absent && isTracked($0) }
  }

  /// Whether a stop has been called.
  var isStopRequested: Bool { phase == .stopped || !stoppers.isEmpty }

  /// Continues the stop after the registries that use this one have stopped, if there are any.
  mutating func usersStopped() -> [Effect] {
    guard isUsed else { return [] }
    isUsed = false
    switch phase {
    case .starting: return fail(.interrupted)
    case .stopping: return endAll()
    case .idle, .ending, .started, .stopped: return []
    }
  }

  private mutating func beginStopping() -> [Effect] {
    phase = .stopping
    // Instances can have come since the call.
    return [.hide] + (isUsed ? [] : endAll())
  }

  /// Begins to end all instances of a failed start or a stop, users before the instances that they need.
  private mutating func endAll() -> [Effect] {
    remaining = instances.indices.count { isEnding($0) }
    for node in instances.indices { instances[node].waiting = 0 }
    for node in instances.indices { for need in needs(of: node) { instances[need].waiting += 1 } }
    return end(instances.indices.filter { instances[$0].waiting == 0 })
  }

  /// Ends nodes that nothing uses anymore: stops instances, or releases those without an operation for that.
  private mutating func end(_ free: [Node]) -> [Effect] {
    var effects: [Effect] = []
    var free = free
    while let node = free.popLast() {
      if isEnding(node) {
        // A task that had the instance may have recorded its need, and ended, during the stop.
        guard instances[node].state != .making, instances[node].state != .stopping else { continue }
        instances[node].state = .stopping
        guard !instances[node].traits.contains(.stops) else {
          effects.append(.stop(node))
          continue
        }
        effects += finish(node)
      }
      for need in needs(of: node) {
        instances[need].waiting -= 1
        if instances[need].waiting == 0 { free.append(need) }
      }
      // Another attempt to create the instance can need others.
      if instances[node].state == .absent, phase != .stopping { recorded[node] = nil }
    }
    return effects + settleEnding() + settleStopping()
  }

  /// Continues after the end of an instance, or of a creation without an instance to end.
  mutating func stopped(_ node: Node) -> [Effect] {
    // While other registries stop, nothing is counted yet.
    if phase == .stopping, isUsed { return [] }
    return finish(node) + end(instances[node].waiting == 0 ? [node] : [])
  }

  private mutating func finish(_ node: Node) -> [Effect] {
    remaining -= 1
    guard instances[node].state == .stopping else { return [] }
    instances[node].state = phase == .stopping ? .gone : .absent
    instances[node].isOfStart = false
    return phase == .stopping ? [] : [.drop(node)]
  }

  private mutating func settleStopping() -> [Effect] {
    guard phase == .stopping, remaining == 0, !isUsed else { return [] }
    phase = .stopped
    defer { stoppers = [] }
    return stoppers.map { .resume($0, .success) }
  }

  // MARK: - Needs

  private func needs(of node: Node) -> [Node] {
    var needs: [Node] = []
    forEachNeed(of: node) { needs.append($0) }
    return needs
  }

  private func forEachNeed(of node: Node, _ body: (Node) -> Void) {
    if node < shape.count { shape.needs.forEach(of: node, body) }
    if !recorded.isEmpty { recorded[node]?.forEach(body) }
  }

  /// Returns whether an instance needs another one, directly or indirectly.
  private func reaches(_ first: Node, _ last: Node) -> Bool {
    var seen: Set<Node> = [first]
    var open = [first]
    while let node = open.popLast() {
      for need in needs(of: node) where seen.insert(need).inserted {
        if need == last { return true }
        open.append(need)
      }
    }
    return false
  }
}

/// Adds lists of effects, most of which are empty.
private func + (
  first: [LifecycleMachine.Effect], second: [LifecycleMachine.Effect]
) -> [LifecycleMachine.Effect] {
  if second.isEmpty { return first }
  return first.isEmpty ? second : [first, second].flatMap(\.self)
}
