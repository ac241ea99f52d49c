import SeededTesting
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// A random registry of a few instances, and calls from several tasks.
private struct LifecycleProgram {
  enum Kind: CaseIterable { case asynchronous, starting, onDemand, eager, stopping }

  let kinds: [Kind]
  let needs: [[Int]]
  /// The creations, by number and count, that fail.
  let failures: Set<Int>
  let isScoped: Bool
  /// The number of the first instances, which the base of an extension declares, or all without an extension.
  let baseCount: Int
  /// Whether some calls go to the base of the extension, which then has to be stopped itself.
  let usesBase: Bool
  /// The calls of each task.
  let calls: [[Int]]

  init(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...5, using: &numbers)
    kinds = (0..<count).map { _ in Kind.allCases.randomElement(using: &numbers) ?? .eager }
    needs = (0..<count).map { node in (0..<node).filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 } }
    failures = Set((0..<count).filter { _ in Int.random(in: 0..<8, using: &numbers) == 0 })
    isScoped = Bool.random(using: &numbers)
    baseCount = Bool.random(using: &numbers) ? count : Int.random(in: 0..<count, using: &numbers)
    usesBase = Bool.random(using: &numbers)
    calls = (0..<5).map { _ in (0..<4).map { _ in Int.random(in: 0..<100, using: &numbers) } }
  }
}

private typealias Parts = NumberedParts<TrackedInstance>

@Suite("Random calls of starting and stopping", .timeLimit(.minutes(5)))
struct RandomLifecycleTests: RouteVocabulary {
  /// Returns the registry of a program, and the base that it extends, or the same registry.
  private func registries(_ program: LifecycleProgram, _ world: TrackedWorld) throws -> [Registry] {
    let scope: any RouteScope.Type = program.isScoped ? Visit.self : RootScope.self
    func route<N>(_ number: Int, _: N.Type) -> Routes {
      let kind = program.kinds[number]
      let fails = Lock(program.failures.contains(number))
      @Sendable func make(_ resolver: Resolver) throws -> TrackedInstance {
        let needs = try program.needs[number].map { try Parts.request($0, in: resolver.registry) }
        let isFailing = fails.withLock { fails in
          defer { fails = false }
          return fails
        }
        if isFailing { throw Mistake() }
        return TrackedInstance("\(number)", needs, world)
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
    let routes = program.kinds.indices.map { open($0, Zero.self, $0) }
    let root = try Registry { for part in routes[..<program.baseCount] { part } }
    let base = program.isScoped ? try root.opening(Visit(path: "/")) : root
    let isExtended = program.baseCount < routes.count
    return [
      isExtended ? try base.extending { for part in routes[program.baseCount...] { part } } : base, base,
    ]
  }

  /// Performs a call, which may fail with an error of Waymark or a mistake of a factory, and nothing else.
  private func call(_ call: Int, _ program: LifecycleProgram, _ registries: [Registry], _ world: TrackedWorld)
    async
  {
    let number = call % program.kinds.count
    let registry = registries[program.usesBase && number < program.baseCount ? call / 7 % 2 : 0]
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
    let (program, world) = (LifecycleProgram(seed: seed), TrackedWorld())
    let registries = try registries(program, world)
    try await inTime {
      await withDiscardingTaskGroup { group in
        for calls in program.calls {
          group.addTask { for number in calls { await call(number, program, registries, world) } }
        }
      }
      // The stop of an extension also stops a base that nothing else has used, and the stop of a base its extensions.
      let last = registries[program.usesBase ? 1 : 0]
      if program.isScoped { await last.close() } else { await last.stop() }
    }
    #expect(world.problems == [])
    #expect(world.left == [])
    for lifecycle in registries.compactMap(\.lifecycle) {
      #expect([.stopped, .idle].contains(lifecycle.phase))
    }
  }
}
