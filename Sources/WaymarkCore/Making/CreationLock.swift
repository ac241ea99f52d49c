import WaymarkRuntime

/// Ensures that one thread at a time creates a kept instance, and detects cycles instead of waiting in them.
///
/// The owner of the slot records who creates its instance, so that threads that create instances in different scopes
/// share no lock. Before a thread waits for another one, it follows the waiting threads in a wait graph of all
/// registries. If they lead back to it, the factories depend on each other in a cycle, and the thread gets an error
/// that names them. With a plain lock, it would never continue. The graph contains only threads that wait for
/// registries, so a factory that blocks on another thread in some other way can still hang.
enum CreationLock {
  /// The slot of an instance in creation.
  struct Place {
    /// An object that the caller retains during the creation, and while it waits for another thread's.
    fileprivate enum Owner {
      case scope(UnretainedReference<OpenScope>)
      case other(ObjectIdentifier)
    }

    fileprivate let owner: Owner
    let slot: Int

    init(_ scope: OpenScope, _ slot: Int) {
      (owner, self.slot) = (.scope(UnretainedReference(retainedByCaller: scope)), slot)
    }

    /// Creates a place in an owner, which the caller retains during the creation.
    init(_ owner: AnyObject, _ slot: Int) {
      (self.owner, self.slot) = (.other(ObjectIdentifier(owner)), slot)
    }

    /// Creates the only place of an owner, with a number by which other owners rarely meet it.
    init(_ owner: AnyObject) { self.init(owner, Int(bitPattern: ObjectIdentifier(owner)) >> 6) }
  }

  /// The creations in slots outside of scopes, each in the part for its slot, so that threads rarely meet.
  ///
  /// Few creations are in progress at a time. For a dictionary, the runtime would search for the conformance of its
  /// keys.
  private static let others = (0..<16).map { _ in
    Lock<[(owner: ObjectIdentifier, creations: Creations)]>([])
  }
  /// The threads that wait for a creation of another thread.
  private static let waiting = Lock<[UInt: Place]>([:])

  /// Begins the creation of an instance when no other thread is creating it, or throws `dependencyCycle` for an endless
  /// wait.
  ///
  /// The caller ends it, and retains the owner of the place until then.
  static func begin(_ place: Place, for route: CompiledRoute) throws(RouteError) {
    let thread = ResolutionStack.threadIdentity
    while !access(place, { $0.begin(place.slot, thread, route) }) { try wait(for: place, thread, route) }
  }

  static func end(_ place: Place) { access(place) { $0.end(place.slot) }?.gate?.open() }

  /// Waits for the creation of another thread to end, unless it has.
  private static func wait(for place: Place, _ thread: UInt, _ route: CompiledRoute) throws(RouteError) {
    var cycle: [CompiledRoute] = []
    // The owners' locks are inside of this one.
    let gate = waiting.withLock { waiting -> ThreadGate? in
      var next = place
      while let creation = access(next, { $0.current(next.slot) }) {
        // Only routes are created.
        cycle.append(knownDowncast(creation.subject, to: CompiledRoute.self))
        if creation.thread == thread { return nil }
        guard let awaited = waiting[creation.thread] else { break }
        next = awaited
      }
      cycle = []
      let gate = access(place) { $0.gate(place.slot) }
      if gate != nil { waiting[thread] = place }
      return gate
    }
    if !cycle.isEmpty { throw RouteError.dependencyCycle(closedBy: route, across: cycle) }
    guard let gate else { return }
    gate.wait()
    waiting.withLock { _ = $0.removeValue(forKey: thread) }
  }

  private static func access<Result>(_ place: Place, _ body: (inout Creations) -> Result) -> Result {
    switch place.owner {
    // A thread that waits removes its place before its caller releases the scope, under the lock of `waiting`.
    case .scope(let scope): scope.read { $0.withCreations(body) }
    case .other(let owner):
      others[place.slot & (others.count - 1)].withLock { others in
        let known = others.firstIndex { $0.owner == owner }
        if known == nil { others.append((owner, Creations())) }
        let index = known ?? others.count - 1
        defer { if others[index].creations.isEmpty { others.remove(at: index) } }
        return body(&others[index].creations)
      }
    }
  }
}
