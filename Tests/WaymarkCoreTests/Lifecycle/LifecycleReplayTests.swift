import SeededTesting
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private typealias Parts = NumberedParts<Int>

/// The operations in progress of a real life cycle, which all wait for the test.
private enum Operation: Hashable, Sendable { case make(Int), stop(Int) }

/// A random registry with gates where its asynchronous factories, `Starting`, and `Stopping` wait.
@MainActor
private struct Replay: RouteVocabulary {
  enum Kind: CaseIterable {
    case asynchronous, onDemand, starting, eager, stopping, plain

    /// Whether the instance waits at a gate before it's made.
    var waits: Bool { self == .asynchronous || self == .onDemand || self == .starting }
  }

  let registry: Registry
  let gates = Gates<Operation>()
  /// The node of the life cycle's graph for the number of each part, if it has one.
  private let routes: [CompiledRoute]
  private let numbers: [Int]
  private let answers = Lock<[Int: LifecycleWorld.Answer]>([:])
  private var tasks: [Int: Task<Void, Never>] = [:]
  private(set) var world: LifecycleWorld
  /// The first rule that an event has broken, if any.
  private(set) var problem: String?

  init(_ numbers: inout SeededGenerator) throws {
    let count = Int.random(in: 1...4, using: &numbers)
    // A first part without a life cycle could leave the graph empty.
    let kinds = (0..<count).map { node in
      Kind.allCases.dropLast(node == 0 ? 1 : 0).randomElement(using: &numbers) ?? .plain
    }
    // The world makes the synchronous needs of an operation, but not the ones that these need in turn.
    let needs = kinds.indices.map { node in
      (0..<node).filter {
        (kinds[node].waits || kinds[$0].waits) && Int.random(in: 0..<3, using: &numbers) == 0
      }
    }
    let place = LifecyclePlace.allCases.randomElement(using: &numbers) ?? .root
    let scope = place.scope
    let gates = gates
    func route<N>(_ number: Int, _: N.Type) -> Routes {
      let (kind, needs) = (kinds[number], needs[number])
      @Sendable func request(_ resolver: Resolver) throws {
        for need in needs { _ = try Parts.request(need, in: resolver.registry) }
      }
      @Sendable func passGate() async throws {
        guard await gates.wait(for: .make(number)) else { throw Mistake() }
      }
      // A long limit changes nothing.
      let limit: Duration? = number.isMultiple(of: 2) ? nil : .seconds(3_600)
      let passing: Parts.Work<N> = { _ in try await passGate() }
      let stopping: Parts.Work<N> = { _ in _ = await gates.wait(for: .stop(number)) }
      switch kind {
      case .asynchronous, .onDemand:
        return Parts.asynchronous(
          N.self, kind == .onDemand ? .onDemand : .plain, in: scope, needing: needs, startLimit: limit,
          starting: { _ in }, stopping: stopping,
          make: { resolver in
            try request(resolver)
            try await passGate()
            return number
          })
      case .starting, .eager, .stopping, .plain:
        return Parts.synchronous(
          N.self, kind == .eager ? .eager : .plain, in: scope, needing: needs, startLimit: limit,
          starting: kind == .starting ? passing : nil,
          stopping: kind == .starting || kind == .stopping ? stopping : nil,
          make: { resolver in
            try request(resolver)
            return number
          })
      }
    }
    func find<N>(_ number: Int, _: N.Type, _ count: Int) -> Routes {
      count == 0 ? route(number, N.self) : find(number, Next<N>.self, count - 1)
    }
    // The order of the declarations doesn't determine the order of the start.
    let declared = kinds.indices.shuffled(using: &numbers)
    registry = try place.registry { for number in declared { find(number, Zero.self, number) } }
    let graph = registry.lifecycleGraph
    routes = graph.routes
    let types = kinds.indices.map(Parts.type)
    self.numbers = graph.routes.map { route in
      types.firstIndex { $0 == route.declaration.destination } ?? -1
    }
    world = LifecycleWorld(graph.shape, callers: 5)
  }

  // MARK: - Events

  private func isAsynchronous(_ node: Int) -> Bool { world.shape.traits[node].contains(.startsItself) }

  /// Whether an event comes by itself, and not by a decision of the test.
  private func isForced(_ event: LifecycleWorld.Event) -> Bool {
    switch event {
    case .go, .released, .needed, .neededMade, .requestMade: true
    case .made(let node): !isAsynchronous(node)
    default: false
    }
  }

  private func canBeChosen(_ event: LifecycleWorld.Event) -> Bool {
    switch event {
    case .call(.start, _), .call(.stop, _), .cancel, .stopped: true
    case .made(let node), .failed(let node), .call(.started(let node), _): isAsynchronous(node)
    case .call(.request(let node), _):
      isAsynchronous(node) || world.shape.needs[node].allSatisfy(world.slots.contains)
    default: false
    }
  }

  /// The events that the test can choose from.
  var choices: [LifecycleWorld.Event] { world.events.filter(canBeChosen) }

  /// Sends an event to the machine and to the real life cycle.
  mutating func perform(_ event: LifecycleWorld.Event) {
    apply(event)
    while let next = world.events.first(where: isForced) { apply(next) }
    switch event {
    case .call(let call, let caller): self.call(call, by: caller)
    case .cancel(let caller): tasks[caller]?.cancel()
    case .made(let node): gates.end(.make(numbers[node]))
    case .failed(let node): gates.end(.make(numbers[node]), successfully: false)
    case .stopped(let node): gates.end(.stop(numbers[node]))
    default: break
    }
  }

  private mutating func apply(_ event: LifecycleWorld.Event) {
    let old = world
    world.apply(event)
    problem = problem ?? world.brokenRule(after: event, from: old)
  }

  private mutating func call(_ call: LifecycleWorld.Call, by caller: Int) {
    let (registry, numbers, answers) = (registry, numbers, answers)
    tasks[caller] = Task {
      let answer: LifecycleWorld.Answer
      do {
        switch call {
        case .start: try await registry.start()
        case .stop: await registry.stop()
        case .started(let node): _ = try await Parts.started(numbers[node], in: registry)
        case .request(let node): _ = try Parts.request(numbers[node], in: registry)
        case .hold, .stopUsed: break
        }
        answer = .success
      } catch is CancellationError {
        answer = .canceled
      } catch {
        answer = .failure
      }
      answers.withLock { $0[caller] = answer }
    }
  }

  // MARK: - States

  /// The state that the machine and the real life cycle have to agree on.
  struct Visible: Equatable {
    var phase: LifecycleMachine.Phase
    /// The states of the nodes, because an operation ends before the machine knows it.
    var states: [LifecycleMachine.State]
    var operations: Set<Operation>
    var waiting: Int
    var answers: [Int: LifecycleWorld.Answer]
    /// The nodes with an instance that readers see, after a stop only the ones with a life cycle.
    var slots: Set<Int>
  }

  private func counts(_ node: Int) -> Bool {
    !world.machine.isStopRequested || world.machine.isTracked(node)
  }

  var expected: Visible {
    var operations = Set(world.stopping.map { Operation.stop(numbers[$0]) })
    for node in world.making where isAsynchronous(node) { operations.insert(.make(numbers[node])) }
    var answers: [Int: LifecycleWorld.Answer] = [:]
    for (caller, answer) in world.answers.enumerated() where answer != .waiting { answers[caller] = answer }
    return Visible(
      phase: world.machine.phase, states: world.shape.traits.indices.map { world.machine[$0] },
      operations: operations,
      waiting: world.answers.count { $0 == .waiting }, answers: answers,
      slots: world.slots.filter(counts))
  }

  var seen: Visible {
    let slots = routes.indices.filter { node in
      counts(node) && routes[node].instanceSlot.flatMap(registry.published) != nil
    }
    let states = registry.lifecycle?.withStateIfUsed { state in
      state.graph.shape.traits.indices.map { state.machine[$0] }
    }
    return Visible(
      phase: registry.lifecycle?.phase ?? .idle,
      states: states ?? world.shape.traits.map { _ in .absent }, operations: gates.operations,
      waiting: registry.lifecycle?.withStateIfUsed(\.callers.count) ?? 0, answers: answers.withLock(\.self),
      slots: Set(slots))
  }

  /// Ends the operations, so that no task of a failed test waits forever.
  func abandon() { gates.endAll(successfully: true) }
}

@Suite("A real life cycle follows its machine", .timeLimit(.minutes(5)))
struct LifecycleReplayTests {
  /// Once, the machine waited for a start with an instance that was ready.
  private static let readyDuringStart: [UInt64] = [100_355, 101_739]

  @Test(arguments: try Seeds.first(200) + readyDuringStart) @MainActor
  func `random events lead to the states of the machine`(
    seed: UInt64
  ) async throws {
    var numbers = SeededGenerator(seed: seed)
    var replay = try Replay(&numbers)
    var events: [LifecycleWorld.Event] = []
    while let event = replay.choices.randomElement(using: &numbers) {
      events.append(event)
      replay.perform(event)
      try #require(replay.problem == nil)
      let (isEqual, expected) = (try await becomesTrue { replay.seen == replay.expected }, replay.expected)
      guard isEqual else {
        Issue.record(
          """
          after \(events) of \(replay.world.shape.needs.map(Array.init)), \(replay.world.shape.traits)
          expected \(expected)
          seen     \(replay.seen)
          """)
        return replay.abandon()
      }
    }
    #expect(!replay.world.answers.contains(.waiting))
  }
}
