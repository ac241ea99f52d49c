import Testing
import Waymark

@testable import WaymarkNavigation

@Suite("State machine of an active route")
struct RouteStateMachineTests {
  /// Returns a machine in a state, and the attempt that led there.
  private func machine(in state: RouteState) throws -> (RouteStateMachine, RouteStateMachine.Attempt?) {
    var machine = RouteStateMachine()
    guard state != .unrouted else { return (machine, nil) }
    let begun = machine.perform(isAlive: false, isMade: false)
    let showing = try #require(begun)
    guard state != .routing else { return (machine, showing) }
    try end(&machine, showing)
    guard state != .routed else { return (machine, showing) }
    let ending = machine.remove(isAlive: true)
    let removing = try #require(ending)
    guard state != .removing else { return (machine, removing) }
    try end(&machine, removing)
    return (machine, removing)
  }

  private func end(_ machine: inout RouteStateMachine, _ attempt: RouteStateMachine.Attempt) throws {
    let counts = machine.finish(attempt, succeeded: true)
    try #require(counts)
  }

  @Test(
    arguments: [
      (.unrouted, false, true), (.routing, false, false), (.routed, false, false),
      (.removing, false, false), (.removed, false, true), (.routed, true, true),
      (.routing, true, false), (.removing, true, false),
    ] as [(RouteState, Bool, Bool)])
  func `performing begins or is refused`(in state: RouteState, onlyMade: Bool, begins: Bool) throws {
    var (machine, _) = try machine(in: state)
    let attempt = machine.perform(isAlive: true, isMade: onlyMade)
    #expect((attempt != nil) == begins)
    #expect(machine.state == (begins ? .routing : state))
    if let attempt { #expect(machine.isOpen(attempt)) }
  }

  @Test func `a deallocated destination can be shown again`() throws {
    var (machine, _) = try machine(in: .routed)
    let begun = machine.perform(isAlive: false, isMade: false)
    let attempt = try #require(begun)
    let counts = machine.finish(attempt, succeeded: false)
    #expect(counts)
    #expect(machine.state == .routed)
  }

  @Test(arguments: RouteState.allCases)
  func `removing begins or is refused`(in state: RouteState) throws {
    var (machine, _) = try machine(in: state)
    let attempt = machine.remove(isAlive: true)
    #expect((attempt != nil) == (state == .routed))
    #expect(machine.state == (state == .routed ? .removing : state))
  }

  @Test func `removing a deallocated destination ends immediately`() throws {
    var (machine, _) = try machine(in: .routed)
    let attempt = machine.remove(isAlive: false)
    #expect(attempt == nil)
    #expect(machine.state == .removed)
  }

  @Test(
    arguments: [
      (.routing, true, .routed), (.routing, false, .unrouted), (.removing, true, .removed),
      (.removing, false, .routed),
    ] as [(RouteState, Bool, RouteState)])
  func `finishing ends the change`(in state: RouteState, succeeded: Bool, leadsTo next: RouteState) throws {
    var (machine, attempt) = try machine(in: state)
    let current = try #require(attempt)
    let first = machine.finish(current, succeeded: succeeded)
    #expect(first && machine.state == next)
    let second = machine.finish(current, succeeded: !succeeded)
    #expect(!second, "a second end does not count")
    #expect(machine.state == next)
  }

  @Test func `finishing an earlier attempt is ignored`() throws {
    var (machine, first) = try machine(in: .routed)
    let late = try #require(first)
    _ = machine.remove(isAlive: true)
    let counts = machine.finish(late, succeeded: true)
    #expect(!counts && machine.state == .removing)
  }

  @Test(arguments: RouteState.allCases)
  func `a removal by other means ends the state`(in state: RouteState) throws {
    var (machine, attempt) = try machine(in: state)
    let wasThere = state == .routed || state == .removing
    let counts = machine.wasRemoved()
    #expect(counts == wasThere)
    #expect(machine.state == (wasThere ? .removed : state))
    guard state == .removing, let attempt else { return }
    let late = machine.finish(attempt, succeeded: true)
    #expect(!late)
  }
}
