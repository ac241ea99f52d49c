import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private final class First: Sendable {}
private final class Second: Sendable {}
private final class Third: Sendable {}

extension RoutableService<First> { fileprivate static var first: Self { declared() } }
extension RoutableService<Second> { fileprivate static var second: Self { declared() } }
extension RoutableService<Third> { fileprivate static var third: Self { declared() } }

/// Starts, stops, and starts on demand that meet, mostly in cases that reading the code revealed.
@Suite("Starts and stops that meet", .timeLimit(.minutes(5)))
struct CrossedStartsTests: RouteVocabulary {
  private let journal = Journal()
  private let begun = Gate()
  private let gate = Gate()

  /// A service that starts if another one is started.
  private func third() -> Route { live({ (_: First) in Third() }, .third, .eager) }

  // MARK: - A start that waits for a start on demand

  @Test(arguments: [false, true])
  func `a factory on demand that waits for the start that needs it gets an error`(isStart: Bool) async throws
  {
    // Otherwise, the factory waits for another one on demand, which needs it.
    let registry = try Registry {
      live(
        { (registry: Registry) async throws -> First in
          if isStart { try await registry.start() } else { _ = try await registry.started(.second) }
          return First()
        }, .first, .onDemand)
      live({ (_: First) async throws -> Second in Second() }, .second, .onDemand)
      third()
    }
    for isFirst in [true, false] {
      let error = await routeFailure {
        try await inTime {
          if isFirst {
            _ = try await registry.started(.first)
          } else {
            _ = try await registry.started(.second)
          }
        }
      }
      #expect("\(error as Any)".contains("lifecycleCycle"))
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a factory on demand that a start waits for gets another instance on demand`(
    isNeeded: Bool, isBegunBefore: Bool
  ) async throws {
    let registry = try Registry {
      live(
        { [begun, gate] (registry: Registry) async throws -> First in
          begun.open()
          if !isBegunBefore { await gate.pass() }
          _ = try await registry.started(.second)
          return First()
        }, .first, .onDemand)
      live(
        { [gate] () async throws -> Second in
          await gate.pass()
          return Second()
        }, .second, .onDemand)
      live({ (_: First) in Third() }, .third, .eager, requiring: isNeeded ? Requires(.second) : nil)
    }
    let onDemand = Task { _ = try await registry.started(.first) }
    await begun.pass()
    let start = Task { try await registry.start() }
    #expect(try await becomesTrue { registry.lifecycle?.phase == .starting })
    for _ in 0..<100 { await Task.yield() }
    gate.open()
    try await inTime { try await start.value }
    try await inTime { try await onDemand.value }
    #expect(try registry(.first) === registry(.first))
  }

  @Test func `an instance on demand that a failed start has ended is created again once`() async throws {
    let (attempts, failure) = (Counter(), Gate())
    let registry = try Registry {
      live(
        { [begun, gate] () async throws -> First in
          attempts.increment()
          guard attempts.value == 1 else { return First() }
          begun.open()
          await gate.pass()
          return First()
        }, .first, .onDemand)
      live(
        { (registry: Registry) async throws -> Second in
          _ = try await registry.started(.first)
          return Second()
        }, .second)
      live(
        { () async throws -> Third in
          await failure.pass()
          throw Mistake()
        }, .third)
    }
    let start = Task { await routeFailure { try await registry.start() } }
    await begun.pass()
    failure.open()
    #expect(try await becomesTrue { registry.lifecycle?.phase == .ending })
    let caller = Task { try await registry.started(.first) }
    for _ in 0..<100 { await Task.yield() }
    gate.open()
    let instance = try await inTime { try await caller.value }
    #expect(try registry(.first) === instance)
    #expect(attempts.value == 2)
    #expect(await start.value?.underlying is Mistake)
  }

  @Test func `a start throws its own error after an earlier start on demand has failed`() async throws {
    let attempts = Counter()
    let registry = try Registry {
      live(
        { () async throws -> First in
          attempts.increment()
          throw Mistake(description: "attempt \(attempts.value)")
        }, .first, .onDemand)
      third()
    }
    let first = await routeFailure { _ = try await registry.started(.first) }
    let second = await routeFailure { try await registry.start() }
    #expect((first?.underlying as? Mistake)?.description == "attempt 1")
    #expect((second?.underlying as? Mistake)?.description == "attempt 2")
  }

  @Test func `a scope starts only the instances on demand that its start needs`() async throws {
    let registry = try Registry {
      live(
        { [journal] () async throws -> Second in
          journal.write("second")
          return Second()
        }, .second, .onDemand)
      live({ (_: Second) async throws -> First in First() }, .first, .onDemand, in: UserSession.self)
      live({ Third() }, .third, .eager, in: UserSession.self)
    }
    try await registry.withScope(UserSession(user: "ann")) {
      #expect(journal.all.isEmpty)
      _ = try await Registry.current.started(.first)
      #expect(journal.all == ["second"])
    }
  }

  // MARK: - A closing during a start

  @Test func `an operation in a scope that is closed at the same time doesn't commit`() async throws {
    let registry = try Registry {
      live(
        { () async throws -> First in First() }, .first, in: UserSession.self,
        outcome: journal.outcome(of: "first"))
    }
    for round in 0..<500 {
      let scope = try registry.opening(UserSession(user: "ann"))
      journal.clear()
      let operation = Task { try await scope.closing { await Task.yield() } }
      let close = Task {
        for _ in 0..<round % 30 { await Task.yield() }
        await scope.close()
      }
      let result = await operation.result
      await close.value
      if case .failure = result { #expect(!journal.all.contains("first: finished")) }
    }
  }

  @Test func `after a stop of a scope, inner scopes get no stopped instance`() async throws {
    let registry = try Registry {
      live({ First() }, .first, in: UserSession.self, stopping: { _ in })
      live({ (_: First) in Third() }, .third, in: WebRequest.self)
    }
    let session = try registry.opening(UserSession(user: "ann"))
    let page = try session.opening(WebRequest(path: "/"))
    _ = try page(.third)
    await session.stop()
    #expect(page.refusal(of: .third)?.code == .notStarted)
  }
}
