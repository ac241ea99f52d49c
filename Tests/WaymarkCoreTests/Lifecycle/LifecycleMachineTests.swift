import Foundation
import Testing

@testable import WaymarkCore

/// The rules hold in every state of every order of events.
///
/// `WAYMARK_LIFECYCLE="4 2"` explores all shapes of up to 4 instances with 2 callers, in a release build.
@Suite("All states of a life cycle")
struct LifecycleMachineTests {
  @Test(arguments: sizes)
  func `no order of events breaks a rule`(instances: Int, callers: Int) {
    var states = 0
    for shape in LifecycleSearch.shapes(of: instances) {
      let result = LifecycleSearch.explore(shape, callers: callers)
      states += result.states
      if let problem = result.problem { Issue.record("\(problem)") }
    }
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

  @Test func `alike shapes are explored once`() {
    #expect((1...3).map { LifecycleSearch.shapes(of: $0).count } == [5, 40, 560])
  }
}
