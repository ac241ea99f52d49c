import SeededTesting
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// A random graph of routes that take some time to start.
private struct StartProgram {
  /// How the instance of a route is made and started.
  enum Kind {
    /// A request makes it, because the route is transient.
    case passing
    /// By an asynchronous factory, which takes the time.
    case asynchronous
    /// By an asynchronous factory, which takes the time, and `Starting`.
    case both
    /// By a synchronous factory, and `Starting`, which takes the time.
    case starting
    /// By a synchronous factory, in no time.
    case eager
  }

  let needs: [[Int]]
  let delays: [Int]
  let kinds: [Kind]
  /// Whether a scope keeps the instances.
  let isScoped: Bool
  /// The number of the first routes, which the base of an extension declares, or all without an extension.
  let baseCount: Int

  init(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...14, using: &numbers)
    needs = (0..<count).map { index in
      (0..<Int.random(in: 0...3, using: &numbers)).compactMap { _ in
        index == 0 ? nil : Int.random(in: 0..<index, using: &numbers)
      }
    }
    let kinds = (0..<count).map { _ -> Kind in
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0...1: .passing
      case 2...5: .asynchronous
      case 6: .both
      case 7...8: .starting
      default: .eager
      }
    }
    delays = kinds.map { kind in
      kind == .passing || kind == .eager ? 0 : Int.random(in: 1...9, using: &numbers)
    }
    self.kinds = kinds
    isScoped = Int.random(in: 0..<4, using: &numbers) == 0
    baseCount = Bool.random(using: &numbers) ? count : Int.random(in: 0..<count, using: &numbers)
  }

  /// The earliest times for the routes to begin and end, by the longest paths.
  var schedule: [(begin: Int, end: Int)] {
    var times: [(begin: Int, end: Int)] = []
    for index in needs.indices {
      // An extension starts after its base.
      let earlier = index < baseCount ? needs[index] : needs[index] + (0..<baseCount)
      let begin = earlier.map { times[$0].end }.max() ?? 0
      times.append((begin, begin + delays[index]))
    }
    return times
  }

  var started: [Int] { needs.indices.filter { kinds[$0] != .passing } }

  /// The routes with instances that a failed start leaves, because they neither start nor need an instance that does.
  var kept: [Int] {
    var isFree: [Bool] = []
    for index in needs.indices {
      isFree.append(
        (kinds[index] == .passing || kinds[index] == .eager) && needs[index].allSatisfy { isFree[$0] })
    }
    return started.filter { isFree[$0] }
  }

  /// The routes with kept instances that each route needs, directly or through transient routes.
  var keptNeeds: [Set<Int>] {
    var all: [Set<Int>] = []
    for index in needs.indices {
      all.append(needs[index].reduce(into: []) { $0.formUnion(kinds[$1] == .passing ? all[$1] : [$1]) })
    }
    return all
  }

  /// The possible disturbances, once for each route that starts.
  var disturbances: [Disturbance] {
    started.flatMap { route -> [Disturbance] in
      let (begin, end) = schedule[route]
      let places: [Disturbance.Place] =
        switch kinds[route] {
        case .passing: []
        case .asynchronous: [.factory, .endOfFactory, .canceled]
        case .both: [.factory, .endOfFactory, .starting, .canceled]
        case .starting: [.factory, .starting, .endOfStarting, .canceled]
        case .eager: [.factory, .canceled]
        }
      return places.map { place in
        let isLate =
          place == .endOfFactory || place == .endOfStarting || place == .starting && kinds[route] == .both
        return Disturbance(route: route, place: place, time: isLate ? end : begin)
      }
    }
  }
}

/// Something that ends a start early.
private struct Disturbance: Equatable {
  enum Place {
    /// The factory throws an error, immediately or after its time.
    case factory, endOfFactory
    /// `Starting` throws an error, immediately or after its time.
    case starting, endOfStarting
    /// The start is canceled while the factory or `Starting` is at work.
    case canceled
  }

  let route: Int
  let place: Place
  let time: Int
}

/// One start of a program.
private final class Attempt: Sendable {
  let journal = Journal()
  let time = ManualTime()
  let disturbance: Disturbance?
  private let registry: Registry?

  init(_ registry: Registry?, _ disturbance: Disturbance? = nil) {
    self.registry = registry
    self.disturbance = disturbance
  }

  /// Throws an error if the disturbance is in this place.
  func reach(_ place: Disturbance.Place, _ route: Int) throws {
    guard let disturbance, disturbance.route == route, disturbance.place == place else { return }
    throw Mistake()
  }

  /// Cancels the start if the disturbance is in this factory, which doesn't wait.
  func cancelInFactory(_ route: Int) {
    if disturbance?.route == route, disturbance?.place == .canceled, let registry {
      registry.lifecycle?.cancelStart(in: registry)
    }
  }
}

private typealias Parts = NumberedParts<Int>

/// Time that passes only when the test says so.
private final class ManualTime: Sendable {
  private let sleeping = Gates<Int>()

  /// Sleeps until the route is woken, or the sleep of any route is canceled.
  func sleep(_ route: Int) async throws {
    let isWoken = await withTaskCancellationHandler {
      await sleeping.wait(for: route)
    } onCancel: {
      sleeping.endAll(successfully: false)
    }
    if !isWoken { throw CancellationError() }
  }

  /// Waits until exactly these routes sleep.
  func reach(_ routes: Set<Int>) async { await sleeping.reach(routes) }

  func wake(_ route: Int) { sleeping.end(route) }
}

@Suite("Starting random graphs", .timeLimit(.minutes(5)))
struct RandomStartTests: RouteVocabulary {
  /// Returns the registry of a program, or of the scope that keeps its instances.
  ///
  /// - Parameters:
  ///   - kept: The journal for the creations of instances that failed starts leave.
  ///   - attempt: Returns the start in progress.
  private func registry(
    _ program: StartProgram, kept: Journal, _ attempt: @escaping @Sendable () -> Attempt
  ) throws -> Registry {
    let keptRoutes = program.kept
    let scope: any RouteScope.Type = program.isScoped ? UserSession.self : RootScope.self
    func route<N>(_ index: Int, _: N.Type) -> Routes {
      let (kind, needs) = (program.kinds[index], program.needs[index])
      let isKept = keptRoutes.contains(index)
      // A long limit changes nothing.
      let limit: Duration? = index.isMultiple(of: 3) ? .seconds(3_600) : nil
      let starting: Parts.Work<N> = { _ in
        try attempt().reach(.starting, index)
        if kind == .starting {
          try await attempt().time.sleep(index)
          try attempt().reach(.endOfStarting, index)
        }
        attempt().journal.write("start \(index)")
      }
      let stopping: Parts.Work<N> = { _ in attempt().journal.write("stop \(index)") }
      switch kind {
      case .passing:
        return Route(NumberedPart<N, Int>.self) {
          Parts.token(N.self)
          for need in needs { Parts.requirement(need) }
        } make: {
          NumberedPart<N, Int>(index)
        }.declared
      case .asynchronous, .both:
        return Parts.asynchronous(
          N.self, in: scope, needing: needs,
          startLimit: limit, starting: kind == .asynchronous ? nil : starting, stopping: stopping,
          make: { _ in
            try attempt().reach(.factory, index)
            try await attempt().time.sleep(index)
            try attempt().reach(.endOfFactory, index)
            if kind == .asynchronous { attempt().journal.write("start \(index)") }
            return index
          })
      case .starting, .eager:
        return Parts.synchronous(
          N.self, kind == .eager ? .eager : .plain, in: scope, needing: needs,
          startLimit: limit, starting: kind == .eager ? nil : starting, stopping: stopping,
          make: { _ in
            try attempt().reach(.factory, index)
            if kind == .eager {
              attempt().cancelInFactory(index)
              (isKept ? kept : attempt().journal).write("start \(index)")
            }
            return index
          })
      }
    }
    func find<N>(_ number: Int, _: N.Type, _ count: Int) -> Routes {
      count == 0 ? route(number, N.self) : find(number, Next<N>.self, count - 1)
    }
    // The order of the declarations doesn't determine the order of starting.
    let routes = program.needs.indices.map { find($0, Zero.self, $0) }
    let root = try Registry { for part in routes[..<program.baseCount].reversed() { part } }
    let base = program.isScoped ? try root.opening(UserSession(user: "ann")) : root
    guard program.baseCount < routes.count else { return base }
    return try base.extending { for part in routes[program.baseCount...].reversed() { part } }
  }

  /// Checks that the started instances, and no others, were stopped, each before its dependencies.
  ///
  /// - Parameter earlier: The routes that were started before.
  private func expectReversed(_ journal: Journal, and earlier: [Int] = [], _ program: StartProgram) {
    let stopped = routes("stop", in: journal)
    #expect(stopped.sorted() == (routes("start", in: journal) + earlier).sorted())
    let needs = program.keptNeeds
    for (place, route) in stopped.enumerated() { #expect(needs[route].isDisjoint(with: stopped[..<place])) }
  }

  private func routes(_ word: String, in journal: Journal) -> [Int] {
    journal.all.compactMap { $0.hasPrefix(word) ? Int($0.dropFirst(word.count + 1)) : nil }
  }

  /// Drives a start until a time, through each time when a route ends.
  private func drive(_ program: StartProgram, _ time: ManualTime, until last: Int) async {
    let schedule = program.schedule
    for now in Set(program.started.map { schedule[$0].end }).union([0]).sorted() where now <= last {
      for route in program.started where schedule[route].end == now { time.wake(route) }
      // It overlaps as far as the graph allows, and no further.
      await time.reach(Set(program.started.filter { schedule[$0].begin <= now && now < schedule[$0].end }))
    }
  }

  @Test(arguments: try Seeds.first(300)) func `the duration is the longest path`(seed: UInt64) async throws {
    let program = StartProgram(seed: seed)
    let attempt = Attempt(nil)
    let (journal, time) = (attempt.journal, attempt.time)
    let registry = try registry(program, kept: journal) { attempt }
    #expect(registry.startOrder.count == program.started.count)
    let start = Task { try await registry.start() }
    await drive(program, time, until: .max)
    try await start.value
    let places = Dictionary(
      uniqueKeysWithValues: journal.all.enumerated().map { ($0.element, $0.offset) })
    #expect(places.count == program.started.count)
    for route in program.started {
      for need in program.needs[route] where program.kinds[need] != .passing {
        #expect(try #require(places["start \(need)"]) < #require(places["start \(route)"]))
      }
    }
    await registry.stop()
    expectReversed(journal, program)
  }

  @Test(arguments: try Seeds.first(30))
  func `an early end of a start stops the started instances`(seed: UInt64) async throws {
    let program = StartProgram(seed: seed)
    let kept = program.kept
    // A start that failed can be repeated, so one registry serves all that end it, except the factories that run only
    // once because a failed start leaves their instances.
    try await expectEnds(program.disturbances.filter { !kept.contains($0.route) }, of: program)
    for disturbance in program.disturbances where kept.contains(disturbance.route) {
      try await expectEnds([disturbance], of: program)
    }
  }

  /// Disturbs starts of one registry one after the other, and then starts it.
  private func expectEnds(_ disturbances: [Disturbance], of program: StartProgram) async throws {
    let current = Lock<Attempt?>(nil)
    let kept = Journal()
    let registry = try registry(program, kept: kept) { current.withLock(\.self) ?? Attempt(nil) }
    let lifecycles = [registry, registry.base].compactMap { $0?.lifecycle }
    for disturbance in disturbances {
      let attempt = Attempt(registry, disturbance)
      current.withLock { $0 = attempt }
      let start = Task { try await registry.start() }
      let isCanceledHere = disturbance.place == .canceled && program.kinds[disturbance.route] != .eager
      await drive(program, attempt.time, until: isCanceledHere ? disturbance.time : disturbance.time - 1)
      if isCanceledHere {
        start.cancel()
      } else {
        for route in program.started where program.schedule[route].end == disturbance.time {
          attempt.time.wake(route)
        }
      }
      let found = await failure { try await start.value }
      if disturbance.place == .canceled {
        #expect(found is CancellationError, "\(disturbance)")
        // The canceled caller doesn't wait for the end of the start.
        #expect(try await becomesTrue { lifecycles.allSatisfy { $0.phase == .idle } }, "\(disturbance)")
      } else {
        #expect((found as? RouteError)?.underlying as? Mistake == Mistake(), "\(disturbance)")
        #expect(lifecycles.allSatisfy { $0.phase == .idle }, "\(disturbance)")
      }
      expectReversed(attempt.journal, program)
    }
    let attempt = Attempt(registry)
    current.withLock { $0 = attempt }
    let start = Task { try await registry.start() }
    await drive(program, attempt.time, until: .max)
    try await start.value
    let made = routes("start", in: kept)
    #expect(made.sorted() == program.kept)
    #expect(attempt.journal.all.count + made.count == program.started.count)
    await registry.stop()
    expectReversed(attempt.journal, and: made, program)
  }
}
