import Synchronization
import WaymarkRuntime

/// The started instances of a registry or a scope, and the phase of its start.
package final class Lifecycle: Sendable {
  /// An instance that was started, or that only has a stop operation.
  struct Started: Sendable {
    let route: CompiledRoute
    let instance: ValueBox
    /// Whether an operation of a start has requested the instance.
    var isRequestedByStart = false
  }

  enum Phase: Sendable {
    case idle
    /// A start is in progress for this number of callers.
    case starting(Task<Void, any Error>, callers: Int)
    case started
    /// The end of a canceled start is in progress, and the closure waits for it.
    case canceled(wait: @Sendable () async -> Void)
    /// A stop is in progress, and the closure waits for it, or for the end of the start that the stop has canceled.
    case ending(wait: @Sendable () async -> Void)
    case stopped
  }

  struct State {
    var phase = Phase.idle
    /// The instances to stop, in the order of their start.
    var started: [Started] = []
    /// The instances to publish when the current start succeeds.
    ///
    /// Code reads objects in a root's slots without counting references, so they can't be released before the registry.
    /// These can, so failed attempts take no memory.
    var pending: PendingInstances?
    /// Creates the report of the latest successful start.
    var startReport: (@Sendable () -> StartReport)?
    /// The published and stopped instances.
    var retired: [AnyObject] = []
    /// The number of stops of the base and the outer registries after which this registry has emptied its slots.
    var stopsAround = 0
    /// The number of started and starting extensions, which use this registry's instances.
    var extensions = 0
    /// The lifecycle of the base, which counts this extension's lifecycle.
    var used: Lifecycle?
    var isForExtensions = false
    /// The number of calls of `stop()`, for starts that wait to begin.
    var stopRequests = 0
    /// Whether `stop()` or `close()` has ended the current start.
    var isInterrupted = false
    /// Whether the scope is closing and starts nothing.
    var isClosed = false
    /// The instances that are starting on demand, by slot.
    var onDemand: [(slot: Int, work: SharedWork<Void>)] = []
    /// The start operations in progress, in order, and the indices of those that have finished.
    var begun: [(node: Int, route: CompiledRoute, at: ContinuousClock.Instant)] = []
    var ended: Set<Int> = []
  }

  let state = Lock(State())
  /// The number of stops that have emptied slots.
  private let stops = Atomic<Int>(0)
  /// The number of failed starts that have emptied slots.
  private let failedStarts = Atomic<Int>(0)
  /// The registries of scopes and extensions with instances that can hold this registry's instances.
  let dependents = Lock(DependentRegistries())
  private let isKnownAround = Atomic<Bool>(false)
  private let properties: RegistryProperties
  /// The instances that end at a stop, computed on first use.
  let restartable = OnceReference<LazyPart>()

  init(_ properties: RegistryProperties) { self.properties = properties }

  deinit {
    // The registry or scope is gone, so nothing can stop these instances.
    abandon()
  }

  /// Releases the started and stopped instances, and reports each one that should have been stopped.
  func abandon() {
    endUseOfBase()
    for started in takeStarted() where started.route.isStopped {
      report(.wasNotStopped, started.route, in: nil)
    }
    // Release the instances without the lock, because that runs users' code.
    _ = state.withLock { state in
      defer { state.retired = [] }
      return state.retired
    }
  }

  // MARK: - Bases

  /// Adds this extension's lifecycle to the ones that use the base's instances, unless it's counted already.
  func beginUse(of base: Lifecycle) {
    let isNew = state.withLock { state in
      guard state.used == nil else { return false }
      state.used = base
      return true
    }
    if isNew { base.state.withLock { $0.extensions += 1 } }
  }

  /// Ends the use of the base's instances, or returns false if there's none.
  @discardableResult
  func endUseOfBase() -> Bool {
    guard let base = state.withLock({ $0.used.take() }) else { return false }
    base.state.withLock { $0.extensions -= 1 }
    return true
  }

  // MARK: - Stops

  /// Whether this is a root's lifecycle, and the root's bases know its maker as a dependent.
  var isDependent: Bool {
    get { isKnownAround.load(ordering: .acquiring) }
    set { isKnownAround.store(newValue, ordering: .releasing) }
  }

  /// The number of stops, and of failed starts if they're included.
  func stopCount(withFailedStarts: Bool = true) -> Int {
    stops.load(ordering: .acquiring) + (withFailedStarts ? failedStarts.load(ordering: .acquiring) : 0)
  }

  /// Counts a stop or a failed start, before it empties the slots.
  func countStop(isFailedStart: Bool = false) {
    if isFailedStart {
      failedStarts.add(1, ordering: .acquiringAndReleasing)
    } else {
      stops.add(1, ordering: .acquiringAndReleasing)
    }
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  // MARK: - Instances

  /// Returns whether instances were stopped and not started again.
  var isStopped: Bool {
    state.withLock { state in
      switch state.phase {
      case .ending, .stopped: true
      case .idle, .starting, .started, .canceled: false
      }
    }
  }

  /// Whether a stop has ended and no start has begun since.
  package var hasStopped: Bool {
    state.withLock { state in
      if case .stopped = state.phase { true } else { false }
    }
  }

  var isClosed: Bool { state.withLock(\.isClosed) }

  /// Returns the unpublished object for a slot.
  func pending(in slot: Int) -> AnyObject? { state.withLock { $0.pending?[slot] } }

  /// Keeps an object in an empty slot, during a start until its end, and returns the slot's object.
  func keep(_ object: AnyObject, in slot: Int, of instances: InstanceSlots) -> AnyObject {
    // A start begins and ends with this lock, so that each slot gets one object.
    state.withLock { state in
      instances[slot] ?? state.pending?.keep(object, in: slot) ?? instances.publish(object, at: slot)
    }
  }

  /// Keeps a started instance to stop and publish later, or returns false if its slot isn't published by a start.
  func keepPending(_ instance: ValueBox, of route: CompiledRoute) -> Bool {
    guard let slot = route.instanceSlot, slot >= 0 else { return false }
    return state.withLock { state in
      guard let kept = state.pending?.keep(instance, in: slot) else { return false }
      // This slot contains boxes of the route's destination.
      state.started.append(Started(route: route, instance: knownDowncast(kept, to: ValueBox.self)))
      return true
    }
  }

  /// Adds a new instance to stop later, or returns false in a closing scope unless a start has created it.
  func add(_ instance: ValueBox, of route: CompiledRoute, isStarted: Bool) -> Bool {
    let isRequestedByStart = !isStarted && LifecycleWork.isStart(of: self)
    return state.withLock { state in
      guard isStarted || !state.isClosed else { return false }
      state.started.append(
        Started(route: route, instance: instance, isRequestedByStart: isRequestedByStart))
      return true
    }
  }

  /// Removes an instance to stop, or returns nil if a stop has removed it.
  func takeStarted(_ instance: ValueBox) -> Started? {
    state.withLock { state in
      state.started.firstIndex { $0.instance === instance }.map { state.started.remove(at: $0) }
    }
  }

  var startedCount: Int { state.withLock(\.started.count) }

  /// Removes and returns the instances to stop after the first `count` that satisfy a condition, in reverse order.
  func takeStarted(
    after count: Int = 0, where isTaken: (Started) -> Bool = { _ in true }
  ) -> [Started] {
    state.withLock { $0.takeStarted(after: count, where: isTaken) }
  }

  /// Counts a failed start, releases its unpublished instances, and returns the ones to stop, in reverse order.
  ///
  /// A request reads and keeps unpublished instances with the same lock. So if it has found an instance of the failed
  /// start, it was counted before, and its own instance is either among these or the request fails (`checkStops`).
  ///
  /// - Parameters:
  ///   - count: The number of instances from before the start.
  ///   - routes: The identities of the routes with the instances.
  ///   - slots: The slots of the instances.
  func endStarted(after count: Int, of routes: Set<ObjectIdentifier>, in slots: Set<Int>) -> [Started] {
    let (started, pending) = state.withLock { state in
      countStop(isFailedStart: true)
      let started = state.takeStarted(after: count) { routes.contains(ObjectIdentifier($0.route)) }
      return (started, slots.compactMap { state.pending?.take($0) })
    }
    // Release the instances without the lock, because that runs users' code.
    withExtendedLifetime(pending) {}
    return started
  }

  // MARK: - The operations of a start

  /// Records the beginning of a start operation, and returns its index.
  func begin(_ node: Int, _ route: CompiledRoute) -> Int {
    state.withLock { state in
      state.begun.append((node, route, .now))
      return state.begun.count - 1
    }
  }

  func end(_ work: Int) { state.withLock { _ = $0.ended.insert(work) } }

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

/// The objects that a start keeps until its end, by slot.
struct PendingInstances {
  private(set) var objects: [AnyObject?]

  init(count: Int) { objects = Array(repeating: nil, count: count) }

  subscript(slot: Int) -> AnyObject? { objects.indices.contains(slot) ? objects[slot] : nil }

  /// Keeps an object in an empty slot, and returns the object in the slot afterward.
  mutating func keep(_ object: AnyObject, in slot: Int) -> AnyObject {
    if let first = self[slot] { return first }
    while objects.count <= slot { objects.append(nil) }
    objects[slot] = object
    return object
  }

  /// Empties a slot, and returns its object, or nil if it was empty.
  mutating func take(_ slot: Int) -> AnyObject? {
    objects.indices.contains(slot) ? objects[slot].take() : nil
  }
}
