import SeededTesting
import Testing
import WaymarkRuntime

@testable import Waymark

/// A random graph of routes that take some time to start.
private struct StartProgram {
  let needs: [[Int]]
  let delays: [Int]
  /// The routes of which no instance is started, because they're transient.
  let passing: Set<Int>

  init(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...14, using: &numbers)
    needs = (0..<count).map { index in
      (0..<Int.random(in: 0...3, using: &numbers)).compactMap { _ in
        index == 0 ? nil : Int.random(in: 0..<index, using: &numbers)
      }
    }
    delays = (0..<count).map { _ in Int.random(in: 1...9, using: &numbers) }
    passing = Set((0..<count).filter { _ in Int.random(in: 0..<5, using: &numbers) == 0 })
  }

  /// The times at which the routes can begin and end at the earliest, by the longest paths.
  var schedule: [(begin: Int, end: Int)] {
    var times: [(begin: Int, end: Int)] = []
    for index in needs.indices {
      let begin = needs[index].map { times[$0].end }.max() ?? 0
      times.append((begin, passing.contains(index) ? begin : begin + delays[index]))
    }
    return times
  }

  var started: [Int] { needs.indices.filter { !passing.contains($0) } }
}

private protocol Part: AnyObject, Sendable { init() }
private final class NumberedPart<Number>: Part { init() {} }
private enum Zero {}
private enum Next<Number> {}

/// The types of the routes.
private let parts: [any Part.Type] = {
  func types<Number>(_: Number.Type, _ count: Int) -> [any Part.Type] {
    count == 0 ? [] : [NumberedPart<Number>.self] + types(Next<Number>.self, count - 1)
  }
  return types(Zero.self, 14)
}()

/// Time that passes only when the test says so.
private final class ManualTime: Sendable {
  private struct State {
    var sleeping: [Int: CheckedContinuation<Void, any Error>] = [:]
    var expected: (Set<Int>, CheckedContinuation<Void, Never>)?
    var hasEnded = false

    /// Returns the task that waits for the routes that sleep now.
    mutating func takeReached() -> CheckedContinuation<Void, Never>? {
      guard let expected, expected.0 == Set(sleeping.keys) else { return nil }
      self.expected = nil
      return expected.1
    }
  }

  private let state = Lock(State())

  /// Sleeps until the route is woken.
  func sleep(_ route: Int) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let reached = state.withLock { state in
          if state.hasEnded { return nil as CheckedContinuation<Void, Never>?? }
          state.sleeping[route] = continuation
          return .some(state.takeReached())
        }
        guard let reached else { return continuation.resume(throwing: CancellationError()) }
        reached?.resume()
      }
    } onCancel: {
      wakeAll()
    }
  }

  /// Waits until exactly these routes sleep.
  func reach(_ routes: Set<Int>) async {
    await withCheckedContinuation { continuation in
      let reached = state.withLock { state in
        state.expected = (routes, continuation)
        return state.takeReached()
      }
      reached?.resume()
    }
  }

  func wake(_ route: Int, throwing error: (any Error)? = nil) {
    let sleeping = state.withLock { $0.sleeping.removeValue(forKey: route) }
    if let error { sleeping?.resume(throwing: error) } else { sleeping?.resume() }
  }

  /// Lets all that sleep, and all that would, end with a cancellation.
  private func wakeAll() {
    let sleeping = state.withLock { state in
      state.hasEnded = true
      defer { state.sleeping = [:] }
      return state.sleeping
    }
    for continuation in sleeping.values { continuation.resume(throwing: CancellationError()) }
  }
}

@Suite("Starting random graphs", .timeLimit(.minutes(1)))
struct RandomStartTests: RouteVocabulary {
  private func routes(
    _ program: StartProgram, _ journal: Journal, sleep: @escaping @Sendable (Int) async throws -> Void
  ) -> Routes {
    func route<P: Part>(_ index: Int, _: P.Type) -> Routes {
      @RoutesBuilder func passing() -> Routes {
        Route(P.self) {
          RoutableService<P>(declaredProtocol: P.self)
          for need in program.needs[index] { requirement(parts[need]) }
        } make: {
          P()
        }
      }
      @RoutesBuilder func started() -> Routes {
        Route(P.self) {
          RoutableService<P>(declaredProtocol: P.self)
          Singleton()
          for need in program.needs[index] { requirement(parts[need]) }
          Stopping { _ in journal.write("stop \(index)") }
        } make: {
          try await sleep(index)
          journal.write("start \(index)")
          return P()
        }
      }
      return program.passing.contains(index) ? passing() : started()
    }
    // The order of the declarations says nothing about that of starting.
    return RoutesBuilder.buildArray(
      program.needs.indices.reversed().map { index in
        func open<P: Part>(_ type: P.Type) -> Routes { route(index, type) }
        return open(parts[index])
      })
  }

  private func requirement(_ type: any Part.Type) -> Requires {
    func open<P: Part>(_: P.Type) -> Requires { Requires(RoutableService<P>(declaredProtocol: P.self)) }
    return open(type)
  }

  /// Checks that exactly what was started was stopped, each before what it needs.
  private func expectReversed(_ journal: Journal, _ program: StartProgram) {
    func routes(_ word: String) -> [Int] {
      journal.all.compactMap { $0.hasPrefix(word) ? Int($0.dropFirst(word.count + 1)) : nil }
    }
    let stopped = routes("stop")
    #expect(stopped.sorted() == routes("start").sorted())
    for (place, route) in stopped.enumerated() {
      #expect(program.needs[route].allSatisfy { !stopped[..<place].contains($0) })
    }
  }

  /// Drives a start until a time, and returns the times at which something ends.
  private func drive(_ program: StartProgram, _ time: ManualTime, until last: Int) async {
    let schedule = program.schedule
    for now in Set(program.started.map { schedule[$0].end }).union([0]).sorted() where now <= last {
      for route in program.started where schedule[route].end == now { time.wake(route) }
      // It overlaps as far as the graph allows, and no further.
      await time.reach(Set(program.started.filter { schedule[$0].begin <= now && now < schedule[$0].end }))
    }
  }

  @Test(arguments: try Seeds.first(300)) func theTotalIsTheLongestPath(seed: UInt64) async throws {
    let program = StartProgram(seed: seed)
    let (journal, time) = (Journal(), ManualTime())
    let registry = try Registry { routes(program, journal) { try await time.sleep($0) } }
    #expect(registry.startOrder.count == program.started.count)
    let start = Task { try await registry.start() }
    await drive(program, time, until: .max)
    try await start.value
    let places = Dictionary(
      uniqueKeysWithValues: journal.all.enumerated().map { ($0.element, $0.offset) })
    #expect(places.count == program.started.count)
    for route in program.started {
      for need in program.needs[route] where !program.passing.contains(need) {
        #expect(try #require(places["start \(need)"]) < #require(places["start \(route)"]))
      }
    }
    await registry.stop()
    expectReversed(journal, program)
  }

  @Test(arguments: try Seeds.first(100)) func aFailureStopsWhatWasStarted(seed: UInt64) async throws {
    let program = StartProgram(seed: seed)
    var numbers = SeededGenerator(seed: ~seed)
    guard let failing = program.started.randomElement(using: &numbers) else { return }
    let (journal, time) = (Journal(), ManualTime())
    let registry = try Registry { routes(program, journal) { try await time.sleep($0) } }
    let start = Task { try await registry.start() }
    await drive(program, time, until: program.schedule[failing].begin)
    time.wake(failing, throwing: Mistake())
    let found = await failure { try await start.value } as? RouteError
    #expect(found?.underlying as? Mistake == Mistake())
    expectReversed(journal, program)
  }

  @Test(arguments: try Seeds.first(100)) func aCancellationStopsWhatWasStarted(seed: UInt64) async throws {
    let program = StartProgram(seed: seed)
    var numbers = SeededGenerator(seed: ~seed)
    guard let position = program.started.randomElement(using: &numbers) else { return }
    let (journal, time) = (Journal(), ManualTime())
    let registry = try Registry { routes(program, journal) { try await time.sleep($0) } }
    let start = Task { try await registry.start() }
    await drive(program, time, until: program.schedule[position].begin)
    start.cancel()
    #expect(await failure { try await start.value } is CancellationError)
    expectReversed(journal, program)
  }
}
