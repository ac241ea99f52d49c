@testable import WaymarkCore

/// A life cycle's machine with everything around it: callers, operations in progress, and slots.
///
/// It performs the effects at once. Something outside decides the remaining events.
struct LifecycleWorld: Hashable {
  /// A call, which each caller makes once.
  enum Call: Hashable {
    case start
    /// The start of an extension, which ends with a commit or a release.
    case hold
    case stop
    /// A stop of a registry that has extensions.
    case stopUsed
    case request(Int)
    case started(Int)
  }

  enum Event: Hashable {
    case call(Call, by: Int)
    case cancel(Int)
    case go, preparationFailed, released, usersStopped
    case commit(Int), release(Int)
    case made(Int), failed(Int)
    /// The end of a caller's request.
    case requestMade(Int), requestFailed(Int)
    /// An operation that creates an instance requests one that it needs.
    case needed(Int, by: Int), neededMade(Int), neededFailed(Int)
    /// A closure that creates an instance requests another one.
    case recorded(Int, needs: Int)
    /// An asynchronous factory waits for an instance on demand.
    case demanded(Int, by: Int)
    case stopped(Int)

    /// Whether the event needs no decision of a user, so that it always comes.
    var isProgress: Bool {
      switch self {
      case .call, .cancel, .recorded, .demanded: false
      default: true
      }
    }
  }

  enum Answer: Hashable { case waiting, success, failure, canceled }

  let shape: LifecycleShape
  /// The instance that stores a registry, and so can use all others.
  let userOfAll: Int?
  var machine: LifecycleMachine
  var calls: [Call?]
  var answers: [Answer?]
  /// The instances that readers see without asking the machine.
  var slots: Set<Int> = []
  /// The creations that the machine has asked for, and the ones by requests, with their callers.
  var making: Set<Int> = []
  /// Whether operations of the start have asked for the ones on demand.
  var makingOnDemand: [Int: Bool] = [:]
  var requesting: [Int: Int] = [:]
  var requestingNeeded: [Int: Int] = [:]
  /// The instances on demand that factories wait for, by the nodes of the factories.
  var demanding: [Int: Int] = [:]
  var stopping: Set<Int> = []
  var isPreparing = false
  var isReleasing = false
  var isStoppingUsers = false
  /// Whether the registries that this one needs have started for it.
  var isHolding = false
  /// The extensions that got the answer of their start, and neither committed nor gave up.
  var holding: Set<Int> = []
  var isLeaving: Set<Int> = []
  /// The needs that were recorded, for the invariants.
  var recorded: [Int: Set<Int>] = [:]
  /// The instances that were made after a stop began, which nothing has seen.
  var late: Set<Int> = []
  var problem: String?

  init(_ shape: LifecycleShape, callers: Int, userOfAll: Int? = nil) {
    self.shape = shape
    self.userOfAll = userOfAll
    machine = LifecycleMachine(shape)
    calls = Array(repeating: nil, count: callers)
    answers = Array(repeating: nil, count: callers)
  }

  // MARK: - Effects

  mutating func perform(_ effects: [LifecycleMachine.Effect]) {
    for effect in effects {
      switch effect {
      case .begin:
        if isPreparing || isHolding { problem = "rule 1: a second start begins" }
        isPreparing = true
      case .make(let node, let onDemand, let isOfStart):
        if !making.insert(node).inserted { problem = "rule 1: \(node) is made twice" }
        if machine.phase == .stopping || machine.phase == .stopped {
          problem = "rule 3: \(node) is made in a stop"
        }
        if !onDemand, !shape.needs[node].allSatisfy({ exists($0) }) {
          problem = "\(node) is made before its needs"
        }
        if onDemand { makingOnDemand[node] = isOfStart }
      case .cancel(let node): cancelDemand(of: node)
      case .cancelStart:
        for node in demanding.keys.sorted() where makingOnDemand[node] == nil { cancelDemand(of: node) }
      case .publish(let node): slots.insert(node)
      case .commit: isHolding = false
      case .release: isReleasing = true
      case .hide: slots = slots.filter { !machine.isTracked($0) }
      case .stop(let node):
        if isStoppingUsers, machine.phase == .stopping {
          problem = "rule 4: \(node) stops before the registries that use it"
        }
        if !stopping.insert(node).inserted { problem = "rule 4: \(node) stops twice" }
      case .drop(let node):
        if slots.contains(node) { problem = "rule 2: \(node) was visible, and is taken back" }
      case .resume(let caller, let answer):
        if isLeaving.remove(caller) != nil { break }
        if let maker = Self.maker(of: caller) {
          answerDemand(of: maker, answer)
          break
        }
        guard answers[caller] == .waiting else {
          problem = "rule 5: caller \(caller) gets two answers"
          break
        }
        answers[caller] = answer == .success ? .success : answer == .canceled ? .canceled : .failure
        if answer == .success, calls[caller] == .hold, machine.phase == .starting { holding.insert(caller) }
        if answer == .success, case .started(let node) = calls[caller], !canBeRequested(node) {
          problem = "rule 2: started(\(node)) has returned before its end"
        }
      }
    }
  }

  /// Whether an instance exists, or the ones that a request for it needs.
  private func exists(_ node: Int) -> Bool {
    switch machine[node] {
    case .pending, .ready: true
    case .absent, .making:
      !shape.traits[node].contains(.inStart) && shape.needs[node].allSatisfy { exists($0) }
    case .stopping, .gone: false
    }
  }

  // MARK: - Demands of factories

  /// The machine's caller number for a waiting factory.
  private static func caller(of maker: Int) -> Int { 1_000 + maker }
  private static func maker(of caller: Int) -> Int? { caller < 1_000 ? nil : caller - 1_000 }

  private mutating func cancelDemand(of maker: Int) {
    if demanding[maker] != nil { perform(machine.canceled(Self.caller(of: maker))) }
  }

  private mutating func answerDemand(of maker: Int, _ answer: LifecycleMachine.Answer) {
    guard let node = demanding.removeValue(forKey: maker) else {
      problem = "rule 5: the factory of \(maker) gets two answers"
      return
    }
    guard answer == .success else { return }
    guard sees(node, from: maker) else {
      problem = "rule 2: the factory of \(maker) doesn't see \(node), for which it has waited"
      return
    }
    machine.record(maker, needs: node)
    recorded[maker, default: []].insert(node)
  }

  /// Returns the instances that an asynchronous factory can wait for.
  ///
  /// The graph of waits refuses the others.
  private func canBeDemanded(by maker: Int) -> [Int] {
    guard shape.traits[maker].contains(.startsItself), machine[maker] == .making, demanding[maker] == nil
    else {
      return []
    }
    let isWaitingForStart = machine.phase == .starting && !isOfStart(maker)
    let isAwaited = demanding.contains { isOfStart($0.key) && leads(from: $0.value, to: maker) }
    guard !isWaitingForStart || !isAwaited else { return [] }
    return (0..<shape.count).filter { node in
      shape.traits[node].contains(.onDemand) && !slots.contains(node) && !leads(from: node, to: maker)
    }
  }

  /// Returns whether the creation of an instance waits for another one, also because it waits for the start.
  private func leads(from node: Int, to other: Int) -> Bool {
    if node == other || shape.needs[node].contains(where: { leads(from: $0, to: other) }) { return true }
    guard let demanded = demanding[node] else { return false }
    return leads(from: demanded, to: other)
      || machine.phase == .starting && !isOfStart(node) && isOfStart(other)
  }

  /// Whether a caller can get an instance or the ones that it needs.
  private func canBeRequested(_ node: Int) -> Bool {
    slots.contains(node)
      || !shape.traits[node].contains(.startsItself) && shape.needs[node].allSatisfy { canBeRequested($0) }
  }

  // MARK: - Events

  /// The events that can come next.
  var events: [Event] {
    var events: [Event] = []
    if isPreparing { events += [.go, .preparationFailed] }
    if isReleasing { events.append(.released) }
    // An extension stops before it releases the start of its base.
    if isStoppingUsers, holding.isEmpty { events.append(.usersStopped) }
    for caller in holding.sorted() { events += [.commit(caller), .release(caller)] }
    for node in 0..<shape.count {
      // The creation of a synchronous instance waits for one by a request.
      if making.contains(node), !isCreated(node), demanding[node] == nil {
        for other in canBeDemanded(by: node) { events.append(.demanded(other, by: node)) }
        let isMade = machine[node] != .making || shape.needs[node].allSatisfy { sees($0, from: node) }
        events += (isMade ? [.made(node)] : []) + (machine[node] == .making ? [.failed(node)] : [])
        for need in shape.needs[node] where machine[node] == .making && canBeNeeded(need, by: node) {
          events.append(.needed(need, by: node))
        }
      }
      if requestingNeeded.keys.contains(node) { events += [.neededMade(node), .neededFailed(node)] }
      if stopping.contains(node) { events.append(.stopped(node)) }
      // Only a closure that creates an instance after the nodes of the shape records needs.
      for other in 0..<node where machine[node] == .making && machine.isTracked(other) && !hasStopped {
        guard shape.isClosure(node), recorded[node]?.contains(other) != true, sees(other, from: node) else {
          continue
        }
        events.append(.recorded(node, needs: other))
      }
    }
    for caller in requesting.keys.sorted() { events += [.requestMade(caller), .requestFailed(caller)] }
    for caller in calls.indices {
      if answers[caller] == .waiting, requesting[caller] == nil, calls[caller] != .stop,
        calls[caller] != .stopUsed
      {
        events.append(.cancel(caller))
      }
      // Callers are alike, so they call one after the other.
      guard calls[caller] == nil, caller == 0 || calls[caller - 1] != nil else { continue }
      events += [.call(.start, by: caller), .call(.hold, by: caller), .call(.stop, by: caller)]
      events.append(.call(.stopUsed, by: caller))
      for node in 0..<shape.count {
        events.append(.call(.started(node), by: caller))
        events.append(.call(.request(node), by: caller))
      }
    }
    return events
  }

  /// Whether the operation that creates an instance can request another one that it needs.
  private func canBeNeeded(_ need: Int, by node: Int) -> Bool {
    machine[need] == .absent && !isCreated(need) && !shape.traits[need].contains(.startsItself)
      && shape.needs[need].allSatisfy { sees($0, from: node) }
  }

  /// Whether a task or a thread holds the creation lock of an instance.
  private func isCreated(_ node: Int) -> Bool {
    requesting.values.contains(node) || requestingNeeded.keys.contains(node)
  }

  /// Whether the operation that creates an instance sees another one.
  private func sees(_ other: Int, from node: Int) -> Bool {
    slots.contains(other) || isOfStart(node) && machine.phase == .starting && machine[other] == .pending
  }

  private func isOfStart(_ node: Int) -> Bool {
    if requesting.values.contains(node) { return false }
    let maker = requestingNeeded[node] ?? node
    return making.contains(maker) && (makingOnDemand[maker] != false || machine.isOfRunningStart(maker))
  }

  mutating func apply(_ event: Event) {
    switch event {
    case .call(let call, let caller):
      calls[caller] = call
      answers[caller] = .waiting
      switch call {
      case .start: perform(machine.start(by: caller))
      case .hold: perform(machine.start(by: caller, isHolding: true))
      case .stop: perform(machine.stop(by: caller))
      case .stopUsed:
        // The first caller of the stop stops the registries that use this one.
        isStoppingUsers = isStoppingUsers || !machine.isStopRequested
        perform(machine.stop(by: caller, isUsed: true))
      case .started(let node): perform(machine.started(node, by: caller))
      case .request(let node): request(node, by: caller)
      }
    case .cancel(let caller): perform(machine.canceled(caller))
    case .go:
      isPreparing = false
      isHolding = true
      perform(machine.go(isHolding: true))
    case .preparationFailed:
      isPreparing = false
      perform(machine.failed(nil))
    case .released:
      (isReleasing, isHolding) = (false, false)
      perform(machine.released())
    case .usersStopped:
      isStoppingUsers = false
      perform(machine.usersStopped())
    case .commit(let caller):
      holding.remove(caller)
      perform(machine.commit(caller))
    case .release(let caller):
      holding.remove(caller)
      isLeaving.insert(caller)
      perform(machine.release(caller, waiting: caller))
    case .made(let node):
      making.remove(node)
      let onDemand = makingOnDemand.removeValue(forKey: node) != nil
      if machine[node] == .making { keep(node) }
      perform(machine.made(node, onDemand: onDemand))
    case .failed(let node):
      making.remove(node)
      // Another attempt can need others.
      if machine[node] == .making { recorded[node] = nil }
      let onDemand = makingOnDemand.removeValue(forKey: node) != nil
      perform(machine.failed(node, onDemand: onDemand))
    case .requestMade(let caller):
      guard let node = requesting.removeValue(forKey: caller) else { break }
      noteCreation(of: node)
      keep(node)
      perform(machine.ended(node))
      if hasStopped, !machine.isTracked(node) { slots.insert(node) }
      answers[caller] = slots.contains(node) ? .success : .failure
    case .requestFailed(let caller):
      guard let node = requesting.removeValue(forKey: caller) else { break }
      perform(machine.ended(node))
      answers[caller] = .failure
    case .needed(let node, let user):
      // A refused request gets an error.
      if machine.began(node, isOfStart: isOfStart(user)) { requestingNeeded[node] = user }
    case .neededMade(let node):
      requestingNeeded[node] = nil
      noteCreation(of: node)
      keep(node)
      perform(machine.ended(node))
    case .neededFailed(let node):
      requestingNeeded[node] = nil
      perform(machine.ended(node))
    case .recorded(let node, let other):
      machine.record(node, needs: other)
      recorded[node, default: []].insert(other)
    case .demanded(let node, let maker):
      demanding[maker] = node
      perform(
        machine.started(node, by: Self.caller(of: maker), isOfStart: isOfStart(maker), maker: maker))
    case .stopped(let node):
      stopping.remove(node)
      perform(machine.stopped(node))
    }
    for node in recorded.keys where machine[node] == .absent { recorded[node] = nil }
  }

  private mutating func keep(_ node: Int) {
    if hasStopped { late.insert(node) }
    if node == userOfAll { machine.recordAll(node) }
    perform(machine.kept(node))
  }

  private mutating func request(_ node: Int, by caller: Int) {
    if slots.contains(node) || hasStopped && !machine.isTracked(node) {
      answers[caller] = .success
    } else if shape.traits[node].contains(.startsItself) || isCreated(node)
      || !shape.needs[node].allSatisfy({ slots.contains($0) }) || !machine.began(node, isOfStart: false)
    {
      // Requests for the dependencies come first, and another creation is waited for.
      answers[caller] = .failure
    } else {
      if machine.phase == .starting, shape.traits[node].isSuperset(of: [.waits, .inStart]) {
        problem = "rule 2: a request makes \(node), which belongs to the start"
      }
      requesting[caller] = node
    }
  }

  /// Notes the end of a creation by a request, which has made an instance.
  private mutating func noteCreation(of node: Int) {
    if [.pending, .stopping].contains(machine[node]) { problem = "rule 1: \(node) is made again" }
  }

  private var hasStopped: Bool { machine.isStopRequested }

  // MARK: - Invariants

  /// Returns the rule that a stop breaks if it ends an instance before the one that stores a registry.
  private func brokenUseOfAll(from old: LifecycleWorld) -> String? {
    guard let user = userOfAll, machine.phase == .stopping, [.ready, .stopping].contains(machine[user]) else {
      return nil
    }
    for node in 0..<shape.count where node != user && machine.isTracked(node) && !late.contains(node) {
      guard old.machine[node] == .ready, [.stopping, .gone].contains(machine[node]), !needs(node, user) else {
        continue
      }
      return "rule 4: \(node) ends, and \(user), which stores a registry, is \(machine[user])"
    }
    return nil
  }

  /// Returns whether an instance needs another one, directly or indirectly.
  private func needs(_ first: Int, _ last: Int) -> Bool {
    var (seen, open) = (Set([first]), [first])
    while let node = open.popLast() {
      for need in shape.needs[node] + (recorded[node] ?? []) where seen.insert(need).inserted {
        open.append(need)
      }
    }
    return seen.contains(last)
  }

  /// Returns the rule that a state breaks, or that the event that has led to it breaks.
  func brokenRule(after event: Event, from old: LifecycleWorld) -> String? {
    if let problem { return problem }
    if let broken = brokenPhase(from: old) { return broken }
    if let broken = brokenUseOfAll(from: old) { return broken }
    for node in 0..<shape.count {
      let needs = shape.needs[node] + (recorded[node] ?? [])
      switch machine[node] {
      case .making, .pending, .ready, .stopping:
        let isRequested = machine[node] == .making
        for need in needs
        where [.stopping, .gone].contains(machine[need]) || !isRequested && machine[need] == .absent {
          return "rule 4: \(node) is \(machine[node]), and \(need), which it needs, is \(machine[need])"
        }
      case .absent, .gone: break
      }
      if machine.phase == .starting, !isPreparing, machine[node] == .absent,
        shape.traits[node].contains(.inStart), shape.needs[node].allSatisfy({ exists($0) })
      {
        return "the start doesn't make \(node), and nothing is missing"
      }
      let isOfStart = shape.traits[node].isSuperset(of: [.waits, .inStart])
      if machine.phase == .starting, isOfStart, slots.contains(node), !old.slots.contains(node) {
        return "rule 2: \(node) is visible before the start has succeeded"
      }
      if slots.contains(node) {
        guard machine[node] == .ready || hasStopped && !machine.isTracked(node) else {
          return "rule 2: \(node) is visible, and \(machine[node])"
        }
        for need in needs where !slots.contains(need) { return "rule 2: \(node) is visible without \(need)" }
      } else if old.slots.contains(node), !hasStopped {
        return "rule 2: \(node) was visible, and is taken back"
      }
    }
    if hasStopped {
      if slots.contains(where: machine.isTracked) { return "rule 3: \(slots) are visible in a stop" }
      for caller in calls.indices where answers[caller] == .success && old.answers[caller] != .success {
        if case .request(let node) = calls[caller], machine.isTracked(node) {
          return "rule 3: an instance is handed out in a stop"
        }
        if case .started = calls[caller] { return "rule 3: started(_:) succeeds in a stop" }
      }
    }
    if answers.contains(.waiting), !events.contains(where: \.isProgress) {
      return "rule 5: a caller waits forever"
    }
    return nil
  }

  private func brokenPhase(from old: LifecycleWorld) -> String? {
    let (before, after) = (old.machine.phase, machine.phase)
    let isAllowed =
      switch (before, after) {
      case (.stopped, .stopped), (.stopping, .stopping), (.stopping, .stopped): true
      case (.stopped, _), (.stopping, _): false
      case (.started, _): [.started, .stopping, .stopped].contains(after)
      default: true
      }
    if !isAllowed { return "rule 1: \(before) is followed by \(after)" }
    if after == .stopped, !stopping.isEmpty || isAlive {
      return "rule 1: the stop has ended, and operations are in progress"
    }
    guard after == .idle || after == .stopped else { return nil }
    if isHolding || isPreparing { return "rule 1: the registries around an \(after) one are used" }
    for node in 0..<shape.count {
      guard machine.isTracked(node) else { continue }
      let isLeft: [LifecycleMachine.State] =
        after == .idle ? [.pending, .stopping] : [.pending, .stopping, .ready, .making]
      if isLeft.contains(machine[node]) { return "rule 1: \(node) is \(machine[node]) in \(after)" }
    }
    return nil
  }

  private var isAlive: Bool {
    making.union(requesting.values).union(requestingNeeded.keys).contains {
      machine[$0] == .making && machine.isTracked($0)
    }
  }
}

extension LifecycleShape {
  /// Whether the instance of a node is created by a closure that can request anything.
  fileprivate func isClosure(_ node: Int) -> Bool { node == count - 1 && traits[node].contains(.eager) }
}

/// An exhaustive search over the events of life cycles.
enum LifecycleSearch {
  /// The kinds of instances.
  static let kinds: [LifecycleShape.Traits] = [
    [.startsItself, .waits, .stops, .tracked], [.startsItself, .waits, .onDemand, .stops, .tracked], [.eager],
    [.stops, .tracked], [],
  ]

  /// Returns all shapes of a number of nodes, in which each one needs only nodes before it.
  static func shapes(of count: Int) -> [LifecycleShape] {
    let pairs = (0..<count).flatMap { node in (0..<node).map { (node, $0) } }
    var traits = [[LifecycleShape.Traits]()]
    for _ in 0..<count { traits = traits.flatMap { traits in kinds.map { traits + [$0] } } }
    return (0..<(1 << pairs.count)).flatMap { edges in
      var needs = [[Int]](repeating: [], count: count)
      for (bit, pair) in pairs.enumerated() where edges & (1 << bit) != 0 { needs[pair.0].append(pair.1) }
      return traits.map { LifecycleShape(IndexLists(needs), $0) }
    }
  }

  /// Returns the number of states, and the events that break a rule, if any.
  static func explore(
    _ shape: LifecycleShape, callers: Int, userOfAll: Int? = nil
  ) -> (states: Int, problem: String?) {
    let first = LifecycleWorld(shape, callers: callers, userOfAll: userOfAll)
    var states = [first]
    var origins: [(state: Int, event: LifecycleWorld.Event)?] = [nil]
    var seen: Set = [first]
    var next = 0
    while next < states.count {
      let world = states[next]
      for event in world.events {
        var changed = world
        changed.apply(event)
        if let broken = changed.brokenRule(after: event, from: world) {
          var events = [event]
          var origin = origins[next]
          while let (state, event) = origin {
            events.append(event)
            origin = origins[state]
          }
          let needs = shape.needs.map(Array.init)
          return (states.count, "\(broken)\n  needs \(needs), traits \(shape.traits)\n  \(events.reversed())")
        }
        guard seen.insert(changed).inserted else { continue }
        states.append(changed)
        origins.append((next, event))
      }
      next += 1
    }
    return (states.count, nil)
  }
}
