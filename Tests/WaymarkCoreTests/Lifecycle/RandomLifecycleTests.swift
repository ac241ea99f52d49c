import SeededTesting
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// An instance that knows whether it was stopped, and the ones that it needs.
private final class Instance: Sendable {
  let number: Int
  let needs: [Instance]
  let world: World
  private let stopped = Lock(false)

  init(_ number: Int, _ needs: [Instance], _ world: World) {
    (self.number, self.needs, self.world) = (number, needs, world)
    if needs.contains(where: \.isStopped) { world.report("\(number) is made with a stopped instance") }
    world.made(number)
  }

  var isStopped: Bool { stopped.withLock(\.self) }

  func stop() {
    let isAgain = stopped.withLock { stopped in
      defer { stopped = true }
      return stopped
    }
    if isAgain { world.report("\(number) stops twice") }
    if needs.contains(where: \.isStopped) { world.report("\(number) stops after one that it needs") }
    world.stopped(number)
  }
}

/// The history of the instances of one registry.
private final class World: Sendable {
  private struct State {
    var problems: [String] = []
    var made: [Int: Int] = [:]
    var stopped: [Int: Int] = [:]
  }

  private let state = Lock(State())

  var problems: [String] { state.withLock(\.problems) }
  /// The instances that were made and not stopped.
  var left: [Int] {
    state.withLock { state in
      state.made.keys.filter { state.made[$0] != state.stopped[$0, default: 0] }.sorted()
    }
  }

  func report(_ problem: String) { state.withLock { $0.problems.append(problem) } }
  func made(_ number: Int) { state.withLock { $0.made[number, default: 0] += 1 } }
  func stopped(_ number: Int) { state.withLock { $0.stopped[number, default: 0] += 1 } }
}

/// A random registry of a few instances, and calls from several tasks.
private struct LifecycleProgram {
  enum Kind: CaseIterable { case asynchronous, starting, onDemand, eager, stopping }

  let kinds: [Kind]
  let needs: [[Int]]
  /// The creations, by number and count, that fail.
  let failures: Set<Int>
  let isScoped: Bool
  /// The calls of each task.
  let calls: [[Int]]

  init(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...5, using: &numbers)
    kinds = (0..<count).map { _ in Kind.allCases.randomElement(using: &numbers) ?? .eager }
    needs = (0..<count).map { node in (0..<node).filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 } }
    failures = Set((0..<count).filter { _ in Int.random(in: 0..<8, using: &numbers) == 0 })
    isScoped = Bool.random(using: &numbers)
    calls = (0..<5).map { _ in (0..<4).map { _ in Int.random(in: 0..<100, using: &numbers) } }
  }
}

private typealias Parts = NumberedParts<Instance>

@Suite("Random calls of starting and stopping", .timeLimit(.minutes(5)))
struct RandomLifecycleTests: RouteVocabulary {
  private func registry(_ program: LifecycleProgram, _ world: World) throws -> Registry {
    let scope: any RouteScope.Type = program.isScoped ? Visit.self : RootScope.self
    func route<N>(_ number: Int, _: N.Type) -> Routes {
      let kind = program.kinds[number]
      let fails = Lock(program.failures.contains(number))
      @Sendable func make(_ resolver: Resolver) throws -> Instance {
        let needs = try program.needs[number].map { try Parts.request($0, in: resolver.registry) }
        let isFailing = fails.withLock { fails in
          defer { fails = false }
          return fails
        }
        if isFailing { throw Mistake() }
        return Instance(number, needs, world)
      }
      let needs = program.needs[number]
      let yielding: Parts.Work<N> = { _ in await Task.yield() }
      switch kind {
      case .asynchronous, .onDemand:
        return Parts.asynchronous(
          N.self, kind == .onDemand ? .onDemand : .plain, in: scope, needing: needs,
          stopping: { $0.content.stop() },
          make: { resolver in
            await Task.yield()
            return try make(resolver)
          })
      case .starting, .eager, .stopping:
        return Parts.synchronous(
          N.self, kind == .eager ? .eager : .plain, in: scope, needing: needs,
          starting: kind == .starting ? yielding : nil,
          stopping: {
            await Task.yield()
            $0.content.stop()
          }, make: make)
      }
    }
    func open<N>(_ number: Int, _: N.Type, _ count: Int) -> Routes {
      count == 0 ? route(number, N.self) : open(number, Next<N>.self, count - 1)
    }
    let root = try Registry { for number in program.kinds.indices { open(number, Zero.self, number) } }
    return program.isScoped ? try root.opening(Visit(path: "/")) : root
  }

  /// Performs a call, which may fail with an error of Waymark or a mistake of a factory, and nothing else.
  private func call(_ call: Int, _ program: LifecycleProgram, _ registry: Registry, _ world: World) async {
    let number = call % program.kinds.count
    do {
      switch call {
      case 0..<20: try await registry.start()
      case 20..<50:
        let instance = try Parts.request(number, in: registry)
        if instance.isStopped, registry.lifecycle?.isStopped == false { world.report("\(number) is stopped") }
      case 50..<75: _ = try await Parts.started(number, in: registry)
      case 75..<85:
        let start = Task { try await registry.start() }
        await Task.yield()
        start.cancel()
        try await start.value
      case 85..<92:
        let start = Task { _ = try await Parts.started(number, in: registry) }
        await Task.yield()
        start.cancel()
        try await start.value
      case 92..<94: await registry.stop()
      default: await Task.yield()
      }
    } catch let error as RouteError {
      let expected: [RouteError.Code] = [
        .notStarted, .startInterrupted, .factoryFailed, .startFailed, .scopeClosed,
      ]
      if !expected.contains(error.code) { world.report("\(error)") }
    } catch is CancellationError {
    } catch {
      world.report("\(error)")
    }
  }

  /// Once, each request during a start made an instance of its own.
  private static let madeThrice: [UInt64] = [101_727]

  @Test(arguments: try Seeds.first(400) + madeThrice) func `calls of several tasks keep the rules`(
    seed: UInt64
  )
    async throws
  {
    let (program, world) = (LifecycleProgram(seed: seed), World())
    let registry = try registry(program, world)
    try await inTime {
      await withDiscardingTaskGroup { group in
        for calls in program.calls {
          group.addTask { for number in calls { await call(number, program, registry, world) } }
        }
      }
      if program.isScoped { await registry.close() } else { await registry.stop() }
    }
    #expect(world.problems == [])
    #expect(world.left == [])
    #expect(registry.lifecycle.map { $0.phase == .stopped || $0.phase == .idle } ?? true)
  }
}
