import Foundation
import Testing

@testable import WaymarkCore

/// The rules hold in every state of every order of events.
///
/// `WAYMARK_LIFECYCLE="4 2"` explores all shapes of up to 4 instances with 2 callers, in a release build.
@Suite("All states of a life cycle", .serialized)
struct LifecycleMachineTests {
  @Test(arguments: sizes)
  func `no order of events breaks a rule`(instances: Int, callers: Int) async {
    await explore(instances, callers)
  }

  @Test(arguments: [0, 1])
  func `an instance that stores a registry ends before all that it can use`(user: Int) async {
    await explore(2, 2, userOfAll: user)
  }

  private func explore(_ instances: Int, _ callers: Int, userOfAll: Int? = nil) async {
    // The search takes long, and other tests with time limits need the threads of tasks.
    let results = await onThread {
      LifecycleSearch.shapes(of: instances).map { shape in
        LifecycleSearch.explore(shape, callers: callers, userOfAll: userOfAll)
      }
    }
    for problem in results.compactMap(\.problem) { Issue.record("\(problem)") }
    let states = results.reduce(0) { $0 + $1.states }
    print("\(instances) instances, \(callers) callers: \(states) states")
    #expect(states > 1_000)
  }

  private static var sizes: [(instances: Int, callers: Int)] {
    guard let size = ProcessInfo.processInfo.environment["WAYMARK_LIFECYCLE"] else {
      return [(1, 3), (2, 2), (3, 1)]
    }
    let numbers = size.split(separator: " ").compactMap { Int($0) }
    return numbers.count == 2 ? (1...max(1, numbers[0])).map { ($0, numbers[1]) } : []
  }

  // MARK: - Orders that a search of this size doesn't reach

  private static let started: LifecycleShape.Traits = [.startsItself, .waits, .stops, .tracked]
  private static let onDemand = started.union(.onDemand)

  /// Returns a machine that makes its instances in the start of the caller 1.
  private func starting(
    _ needs: [[Int]], _ traits: [LifecycleShape.Traits],
    after prepare: (inout LifecycleMachine) -> Void = { _ in }
  ) -> LifecycleMachine {
    var machine = LifecycleMachine(LifecycleShape(IndexLists(needs), traits))
    prepare(&machine)
    _ = machine.start(by: 1)
    _ = machine.go(isHolding: false)
    return machine
  }

  @Test func `a creation on demand that uses an instance of the start ends with it`() {
    // Node 0 was begun before the start, which needs it for node 2.
    var machine = starting([[], [], [0]], [Self.onDemand, Self.onDemand, [.eager]]) {
      _ = $0.started(0, by: 2)
    }
    _ = machine.started(1, by: 3, maker: 0)
    _ = machine.kept(1)
    #expect(machine.made(1, onDemand: true) + machine.started(1, by: 4, maker: 0) == [.resume(4, .success)])
    machine.record(0, needs: 1)
    let ending = machine.canceled(1)
    #expect(ending.contains(.cancel(0)) && !ending.contains(.stop(1)))
    #expect(machine.failed(0, onDemand: true).contains(.stop(1)))
  }

  @Test func `an operation of a failed start doesn't wait for an instance on demand`() {
    var machine = starting([[], []], [Self.started, Self.onDemand])
    _ = machine.started(1, by: 2, isOfStart: true)
    #expect(machine.canceled(1).contains(.resume(2, .canceled)))
    #expect(machine.started(1, by: 3, isOfStart: true) == [.resume(3, .canceled)])
  }

  @Test func `a failed start cancels its creation on demand, which another caller then gets`() {
    var machine = starting([[], []], [Self.started, Self.onDemand])
    _ = machine.started(1, by: 2, isOfStart: true)
    _ = machine.started(1, by: 3)
    #expect(machine.canceled(1).contains(.cancel(1)))
    _ = machine.failed(1, onDemand: true)
    #expect(machine.failed(0).contains(.make(1, onDemand: true, isOfStart: false)))
  }

  @Test func `an instance that is stopping doesn't stop again after a late need`() {
    var machine = starting([[], [0], []], [Self.started, Self.started, Self.started])
    _ = machine.kept(0)
    _ = machine.made(0)
    #expect(machine.failed(1).contains(.stop(0)))
    // Node 2 has got the instance before, and its need is recorded only now.
    machine.record(2, needs: 0)
    #expect(!machine.failed(2).contains(.stop(0)) && machine.phase == .ending)
    _ = machine.stopped(0)
    #expect(machine.phase == .idle)
  }

  @Test func `an instance that has stopped before its last user ends still releases its dependencies`() {
    var machine = starting([[], [], [], []], [Self.started, Self.started, Self.started, Self.started])
    _ = machine.kept(0)
    _ = machine.made(0)
    // A closure that creates node 1 has requested node 0.
    machine.record(1, needs: 0)
    _ = machine.kept(1)
    _ = machine.made(1)
    #expect(machine.failed(3).contains(.stop(1)))
    // Node 2 has got node 1 before, and its need is recorded only now.
    machine.record(2, needs: 1)
    #expect(machine.stopped(1) == [.drop(1)])
    #expect(machine.failed(2) == [.stop(0)])
    _ = machine.stopped(0)
    #expect(machine.phase == .idle)
  }

  @Test func `a creation that fails before its user releases its dependencies when the user ends`() {
    // Node 2 needs node 1. The closure of node 1 has requested node 0 before it fails.
    var machine = starting([[], [], [1], []], [Self.started, [], Self.started, Self.started])
    _ = machine.kept(0)
    _ = machine.made(0)
    _ = machine.began(1, isOfStart: true)
    machine.record(1, needs: 0)
    #expect(!machine.failed(3).contains(.stop(0)))
    #expect(machine.ended(1).isEmpty)
    #expect(machine.failed(2) == [.stop(0)])
    _ = machine.stopped(0)
    #expect(machine.phase == .idle)
  }
}
