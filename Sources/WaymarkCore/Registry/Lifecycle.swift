import WaymarkRuntime

/// The started instances of a registry or a scope, and whether it's being started or stopped.
@usableFromInline
final class Lifecycle: Sendable {
  /// An instance that was started, or that has to be stopped although it was made when it was requested.
  struct Started: Sendable {
    let route: CompiledRoute
    let instance: ValueBox
  }

  /// What happens to the instances.
  enum Phase: Sendable {
    case idle
    /// They're being started, for this number of callers.
    case starting(Task<Void, any Error>, callers: Int)
    case started
    /// They're being stopped, or the start was canceled; the closure waits for the end of that.
    case ending(wait: @Sendable () async -> Void)
    case stopped
  }

  struct State {
    var phase = Phase.idle
    /// The instances that `stop()` stops, in the order of their start.
    var started: [Started] = []
    /// What's published when the start has succeeded; nil except during a start.
    ///
    /// Objects in the slots of a root are read without counting references, so they can't be released while the
    /// registry exists. These can, so that attempts that fail take no memory.
    var pending: PendingInstances?
    /// What was published, and has been stopped.
    var retired: [AnyObject] = []
    /// The number of extensions that are started or being started, which use this registry's instances.
    var extensions = 0
    /// Whether this extension is counted by its base.
    var isUsingBase = false
    /// Whether only extensions have started this registry.
    var isForExtensions = false
    /// Whether `stop()` or `close()` has ended the current start.
    var isInterrupted = false
    /// Whether the scope is being closed, and starts nothing anymore.
    var isClosed = false
    /// The works of the start that have begun, in order, and the positions of those that have ended.
    var begun: [(node: Int, route: CompiledRoute, at: ContinuousClock.Instant)] = []
    var ended: Set<Int> = []
  }

  let state = Lock(State())
  private let properties: RegistryProperties
  /// The instances that end when the registry is stopped, computed when first needed.
  let restartable = OnceReference<LazyPart>()

  init(_ properties: RegistryProperties) { self.properties = properties }

  deinit {
    // The registry or scope is gone, so nothing can stop these anymore.
    abandon()
  }

  /// Releases the started and stopped instances, and reports each that should have been stopped.
  func abandon() {
    for started in takeStarted() where started.route.isStopped { report(.wasNotStopped, started.route) }
    // Releasing instances runs users' code, so the lock isn't held.
    _ = state.withLock { state in
      defer { state.retired = [] }
      return state.retired
    }
  }

  // MARK: - Instances

  /// Returns whether instances were stopped and not started again.
  var isStopped: Bool {
    state.withLock { state in
      switch state.phase {
      case .ending, .stopped: true
      case .idle, .starting, .started: false
      }
    }
  }

  /// Whether the scope is being closed, and starts nothing anymore.
  var isClosed: Bool { state.withLock(\.isClosed) }

  /// Returns the object for a slot that isn't published yet.
  func pending(in slot: Int) -> AnyObject? { state.withLock { $0.pending?[slot] } }

  /// Keeps an object until the end of a start.
  ///
  /// - Returns: The object that's kept for the slot afterwards; nil if there's no start.
  func keepPending(_ object: AnyObject, in slot: Int) -> AnyObject? {
    state.withLock { $0.pending?.keep(object, in: slot) }
  }

  /// Keeps an instance that was started until the end of the start, and adds it to those that will be stopped.
  ///
  /// - Returns: False if the instance of the route isn't one that's published at the end of a start.
  func keepPending(_ instance: ValueBox, of route: CompiledRoute) -> Bool {
    guard let slot = route.instanceSlot, slot >= 0 else { return false }
    return state.withLock { state in
      guard let kept = state.pending?.keep(instance, in: slot) else { return false }
      // Boxes of the route's destination are kept in this slot.
      state.started.append(Started(route: route, instance: knownDowncast(kept, to: ValueBox.self)))
      return true
    }
  }

  /// Adds a new instance to those that will be stopped.
  ///
  /// - Returns: False if the scope is being closed, so that nothing would stop the instance, unless a start has made it.
  func add(_ instance: ValueBox, of route: CompiledRoute, isStarted: Bool) -> Bool {
    state.withLock { state in
      guard isStarted || !state.isClosed else { return false }
      state.started.append(Started(route: route, instance: instance))
      return true
    }
  }

  /// The number of instances to stop.
  var startedCount: Int { state.withLock(\.started.count) }

  /// Returns the instances to stop, the one that was started last first, and forgets them.
  ///
  /// - Parameter count: The number of those that were started first and aren't stopped.
  func takeStarted(after count: Int = 0) -> [Started] {
    state.withLock { state in
      let taken = state.started.dropFirst(count)
      state.started.removeLast(taken.count)
      return taken.reversed()
    }
  }

  // MARK: - The works of a start

  /// Records that the start of an instance has begun.
  ///
  /// - Returns: The position of the work.
  func begin(_ node: Int, _ route: CompiledRoute) -> Int {
    state.withLock { state in
      state.begun.append((node, route, .now))
      return state.begun.count - 1
    }
  }

  /// Records that the start of an instance has ended.
  func end(_ work: Int) { state.withLock { _ = $0.ended.insert(work) } }

  // MARK: - Observers

  var observers: [ObservesLifecycle] {
    properties.handlers?.elements.compactMap { $0 as? ObservesLifecycle } ?? []
  }

  /// Calls the observers with an event, which is created only if there are observers.
  func report(
    _ phase: LifecycleEvent.Phase, _ route: CompiledRoute, took duration: Duration? = nil
  ) {
    let observers = observers
    guard !observers.isEmpty else { return }
    let event = LifecycleEvent(
      phase, of: route.declaration.destination, location: route.declaration.location, duration: duration)
    for observer in observers { observer.observe(event) }
  }
}

/// The objects that a start keeps until its end, by their slots.
struct PendingInstances {
  private(set) var objects: [AnyObject?]

  /// Creates an empty collection.
  ///
  /// - Parameter count: The number of slots.
  init(count: Int) { objects = Array(repeating: nil, count: count) }

  subscript(slot: Int) -> AnyObject? { objects.indices.contains(slot) ? objects[slot] : nil }

  /// Keeps an object in a slot that's empty.
  ///
  /// - Returns: The object that's in the slot afterwards.
  mutating func keep(_ object: AnyObject, in slot: Int) -> AnyObject {
    if let first = self[slot] { return first }
    while objects.count <= slot { objects.append(nil) }
    objects[slot] = object
    return object
  }
}
