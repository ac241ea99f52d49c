extension Lifecycle.State {
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
      case .publish(let nodes): publish(nodes, in: registry)
      case .commit: (later.committed, held) = (held, [])
      case .release: (later.released, held) = (held, [])
      case .hide: hide(in: registry)
      case .stopUsers: break  // The first caller of the stop does it (see `end(_:in:)`).
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

  /// Publishes the hidden objects of nodes, if there are any.
  private mutating func publish(_ nodes: [Int], in registry: Registry) {
    for node in nodes {
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
