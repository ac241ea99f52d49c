import WaymarkRuntime

/// Ensures that one thread at a time creates a kept instance, and detects cycles instead of waiting in them.
///
/// The owner of the slot records who creates its instance, so that threads that create instances in different scopes
/// share no lock. Before a thread waits for another one, it follows the waiting threads in a wait graph of all registries.
/// If they lead back to it, the factories depend on each other in a cycle, and the thread gets an error that names them.
/// With a plain lock, it would never continue. The graph contains only threads that wait for registries, so a factory
/// that blocks on another thread in some other way can still hang.
enum CreationLock {
  /// The slot of an instance in creation.
  struct Place {
    fileprivate enum Owner {
      case scope(OpenScope)
      /// An object that the caller retains during the creation.
      case other(ObjectIdentifier)
    }

    fileprivate let owner: Owner
    fileprivate let slot: Int

    init(_ scope: OpenScope, _ slot: Int) { (owner, self.slot) = (.scope(scope), slot) }

    /// Creates a place in an owner, which the caller retains during the creation.
    init(_ owner: AnyObject, _ slot: Int) {
      (self.owner, self.slot) = (.other(ObjectIdentifier(owner)), slot)
    }
  }

  /// The creations in progress in the slots of one owner.
  struct Creations {
    fileprivate struct Creation {
      let slot: Int
      let thread: UInt
      let route: CompiledRoute
      /// The gate for the threads that wait, if any.
      var gate: ThreadGate?
    }

    private var creations = InlineList<Creation>()

    init() {}

    var isEmpty: Bool { creations.isEmpty }

    fileprivate subscript(slot: Int) -> Creation? { creations.first { $0.slot == slot } }

    fileprivate mutating func begin(_ creation: Creation) { creations.append(creation) }

    fileprivate mutating func end(_ slot: Int) -> Creation? {
      creations.removeFirst { $0.slot == slot }
    }

    /// Returns the gate for the threads that wait for a creation, or nil if it has ended.
    fileprivate mutating func gate(_ slot: Int) -> ThreadGate? {
      guard var creation = end(slot) else { return nil }
      let gate = creation.gate ?? ThreadGate()
      creation.gate = gate
      begin(creation)
      return gate
    }
  }

  /// The creations in slots outside of scopes.
  private static let others = Lock<[ObjectIdentifier: Creations]>([:])
  /// The threads that wait for a creation of another thread.
  private static let waiting = Lock<[UInt: Place]>([:])

  /// Runs `body` when no other thread is creating this instance, or throws `dependencyCycle` for an endless wait.
  static func with<Result>(
    _ place: Place, for route: CompiledRoute, _ body: () throws(RouteError) -> Result
  ) throws(RouteError) -> Result {
    let thread = ResolutionStack.threadIdentity
    while !begin(place, thread, route) { try wait(for: place, thread, route) }
    defer { access(place) { $0.end(place.slot) }?.gate?.open() }
    return try body()
  }

  private static func begin(_ place: Place, _ thread: UInt, _ route: CompiledRoute) -> Bool {
    access(place) { creations in
      guard creations[place.slot] == nil else { return false }
      creations.begin(Creations.Creation(slot: place.slot, thread: thread, route: route))
      return true
    }
  }

  /// Waits for the creation of another thread to end, unless it has.
  private static func wait(for place: Place, _ thread: UInt, _ route: CompiledRoute) throws(RouteError) {
    var cycle: [CompiledRoute] = []
    // The owners' locks are inside of this one.
    let gate = waiting.withLock { waiting -> ThreadGate? in
      var next = place
      while let creation = access(next, { $0[next.slot] }) {
        cycle.append(creation.route)
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
    case .scope(let scope): scope.withCreations(body)
    case .other(let owner):
      others.withLock { others in
        defer { if others[owner]?.isEmpty ?? false { others[owner] = nil } }
        return body(&others[owner, default: Creations()])
      }
    }
  }
}
