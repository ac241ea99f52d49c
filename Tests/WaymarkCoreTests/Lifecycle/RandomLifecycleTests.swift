import SeededTesting
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private typealias Parts = NumberedParts<TrackedInstance>

/// A random application: the root, a session, or a request of a session keeps each of a few instances.
private struct Program {
  enum Kind: CaseIterable { case asynchronous, starting, onDemand, eager, stopping }

  let kinds: [Kind]
  let needs: [[Int]]
  /// The places that keep the instances: 0 for the root, 1 for a session, and 2 for a request.
  let places: [Int]
  /// The number of scopes around the innermost registries.
  let depth: Int
  /// The instances with a first creation that fails.
  let failures: Set<Int>
  /// The number of the first instances, which the base of an extension declares, or all without an extension.
  let baseCount: Int
  /// Whether some calls go to the base of the extension, which then has to be stopped itself.
  let usesBase: Bool

  init(_ numbers: inout SeededGenerator) {
    let count = Int.random(in: 1...7, using: &numbers)
    let depth = Int.random(in: 0...2, using: &numbers)
    let places = (0..<count).map { _ in Int.random(in: 0...depth, using: &numbers) }
    kinds = (0..<count).map { _ in Kind.allCases.randomElement(using: &numbers) ?? .eager }
    needs = (0..<count).map { node in
      (0..<node).filter { places[$0] <= places[node] && Int.random(in: 0..<3, using: &numbers) == 0 }
    }
    failures = Set((0..<count).filter { _ in Int.random(in: 0..<8, using: &numbers) == 0 })
    baseCount = Bool.random(using: &numbers) ? count : Int.random(in: 0..<count, using: &numbers)
    usesBase = Bool.random(using: &numbers)
    (self.places, self.depth) = (places, depth)
  }

  /// Returns the registry of the program, and the base that it extends, or the same registry.
  func registries(_ world: TrackedWorld) throws -> [Registry] {
    func route<N>(_ number: Int, _: N.Type) -> Routes {
      let (kind, needs) = (kinds[number], needs[number])
      let scopes: [any RouteScope.Type] = [RootScope.self, UserSession.self, WebRequest.self]
      let scope = scopes[places[number]]
      let fails = Lock(failures.contains(number))
      @Sendable func make(_ resolver: Resolver) throws -> TrackedInstance {
        let used = try needs.map { try Parts.request($0, in: resolver.registry) }
        let isFailing = fails.withLock { fails in
          defer { fails = false }
          return fails
        }
        if isFailing { throw Mistake() }
        let values = [resolver.scope(UserSession.self)?.user, resolver.scope(WebRequest.self)?.path]
        return TrackedInstance("\(values.compactMap(\.self).joined()) \(number)", used, world)
      }
      let yielding: Parts.Work<N> = { _ in await Task.yield() }
      let stopping: Parts.Work<N> = {
        await Task.yield()
        $0.content.stop()
      }
      switch kind {
      case .asynchronous, .onDemand:
        return Parts.asynchronous(
          N.self, kind == .onDemand ? .onDemand : .plain, in: scope, needing: needs, stopping: stopping,
          make: { resolver in
            await Task.yield()
            return try make(resolver)
          })
      case .starting, .eager, .stopping:
        return Parts.synchronous(
          N.self, kind == .eager ? .eager : .plain, in: scope, needing: needs,
          starting: kind == .starting ? yielding : nil, stopping: stopping, make: make)
      }
    }
    func find<N>(_ number: Int, _: N.Type, _ count: Int) -> Routes {
      count == 0 ? route(number, N.self) : find(number, Next<N>.self, count - 1)
    }
    let routes = kinds.indices.map { find($0, Zero.self, $0) }
    let base = try Registry { for part in routes[..<baseCount].reversed() { part } }
    guard baseCount < routes.count else { return [base, base] }
    return [try base.extending { for part in routes[baseCount...].reversed() { part } }, base]
  }
}

/// The registry of the root or of a scope, which tasks use.
private final class Place: Sendable {
  /// The values of the scopes, from the root on: "", "/1", "/1/2".
  let keys: [String]
  let registry: Registry
  /// The number of the instances that it declares.
  let count: Int
  private let closed = Lock(false)

  var key: String { keys[keys.count - 1] }
  /// Whether `close()` has returned.
  var isClosed: Bool { closed.withLock(\.self) }

  init(_ keys: [String], _ registry: Registry, _ count: Int) {
    (self.keys, self.registry, self.count) = (keys, registry, count)
  }

  func close(_ world: TrackedWorld) async {
    await registry.close()
    closed.withLock { $0 = true }
    for name in world.left where name.hasPrefix(key + " ") || name.hasPrefix(key + "/") {
      world.report("\(name) isn't stopped with its scope")
    }
  }
}

/// Tasks that open, start, use, stop, and close the registries of a program at random.
private final class Calls: Sendable {
  let world = TrackedWorld()
  private let program: Program
  /// The innermost root registry, and its base.
  private let roots: [Registry]
  private let places: Lock<[Place]>
  private let scopeCount = Lock(0)

  init(_ program: Program) throws {
    self.program = program
    roots = try program.registries(world)
    places = Lock([Place([""], roots[0], program.kinds.count)])
    if program.usesBase { places.withLock { $0.append(Place([""], roots[1], program.baseCount)) } }
  }

  func perform(_ numbers: inout SeededGenerator) async {
    guard let place = places.withLock(\.self).randomElement(using: &numbers) else { return }
    let (wasClosed, registry) = (place.isClosed, place.registry)
    let node = Int.random(in: 0..<max(1, place.count), using: &numbers)
    let choice = Int.random(in: 0..<100, using: &numbers)
    do {
      switch choice {
      case 0..<15: try await registry.start()
      case 15..<40 where node < place.count: try check(Parts.request(node, in: registry), node, place)
      case 40..<55 where node < place.count:
        try check(await Parts.started(node, in: registry), node, place)
      case 55..<70 where node < place.count:
        let start = Task {
          if choice < 62 {
            try await registry.start()
          } else {
            _ = try await Parts.started(node, in: registry)
          }
        }
        await Task.yield()
        start.cancel()
        try await start.value
      case 70..<82 where place.keys.count <= program.depth: try open(in: place, isExtended: choice < 75)
      // A stop of a registry with open scopes would end instances that these use.
      case 82..<84 where place.keys.count > program.depth: return await registry.stop()
      case 84..<90 where place.keys.count > 1: return await place.close(world)
      default: return await Task.yield()
      }
      if wasClosed { world.report("\(place.key) is used after it was closed") }
    } catch let error as RouteError {
      var expected: Set<RouteError.Code> = [
        .notStarted, .startInterrupted, .factoryFailed, .startFailed, .scopeClosed,
      ]
      if wasClosed { expected = [.scopeClosed] }
      if node < place.count, program.places[node] >= place.keys.count { expected.insert(.scopeNotOpen) }
      if !expected.contains(error.code) { world.report("\(place.key) throws \(error)") }
    } catch is CancellationError {
    } catch {
      world.report("\(error)")
    }
  }

  /// Checks that an instance belongs to the place or to a scope around it, and that it isn't stopped.
  private func check(_ instance: TrackedInstance, _ node: Int, _ place: Place) {
    let name = "\(place.keys[program.places[node]]) \(node)"
    if instance.name != name { world.report("\(place.key) gets \(instance.name)") }
    if instance.isStopped, !place.registry.isStopping { world.report("\(instance.name) is stopped") }
  }

  /// Opens a session or a request, perhaps with an extension.
  private func open(in place: Place, isExtended: Bool) throws {
    let number = scopeCount.withLock { count in
      count += 1
      return count
    }
    let value = "/\(number)"
    var registry =
      place.keys.count == 1
      ? try place.registry.opening(UserSession(user: value))
      : try place.registry.opening(WebRequest(path: value))
    if isExtended { registry = try registry.extending {} }
    let opened = Place(place.keys + [place.key + value], registry, place.count)
    places.withLock { $0.append(opened) }
  }

  /// Closes all scopes, and stops the registries around them.
  func end() async {
    await withDiscardingTaskGroup { group in
      for place in places.withLock(\.self) where place.keys.count > 1 {
        group.addTask { await place.close(self.world) }
      }
    }
    // The stop of an extension also stops a base that nothing else has used, and the stop of a base its extensions.
    await roots[program.usesBase ? 1 : 0].stop()
    for lifecycle in roots.compactMap(\.lifecycle) where ![.stopped, .idle].contains(lifecycle.phase) {
      world.report("a root is \(lifecycle.phase)")
    }
  }
}

@Suite("Random calls of tasks that start, stop, open, and close registries", .timeLimit(.minutes(5)))
struct RandomLifecycleTests {
  @Test(arguments: try Seeds.first(500)) func `calls of several tasks keep the rules`(seed: UInt64)
    async throws
  {
    var numbers = SeededGenerator(seed: seed)
    let calls = try Calls(Program(&numbers))
    let seeds = (0..<5).map { _ in numbers.next() }
    try await inTime {
      await withDiscardingTaskGroup { group in
        for seed in seeds {
          group.addTask {
            var numbers = SeededGenerator(seed: seed)
            for _ in 0..<20 { await calls.perform(&numbers) }
          }
        }
      }
      await calls.end()
    }
    let problems = calls.world.problems
    #expect(problems.isEmpty, "\(problems.count) problems, the first of which are \(problems.prefix(5))")
    #expect(calls.world.left == [])
  }
}
