import SeededTesting
import Testing
import Waymark

@testable import WaymarkNavigation

@Suite("The difference of two plans")
struct PlanDifferenceTests {
  /// All stacks of up to six screens of two kinds.
  private static let stacks: [[Int]] = (0...6).flatMap { count in
    (0..<(1 << count)).map { bits in (0..<count).map { bits >> $0 & 1 } }
  }

  /// Returns the fewest removals and presentations that lead from one stack to each other stack, by trying all.
  private func fewest(from start: [Int]) -> [[Int]: Int] {
    var counts = [start: 0]
    var stacks = [start][...]
    while let stack = stacks.popFirst() {
      let count = counts[stack, default: 0] + 1
      let removed = stack.isEmpty ? [] : [Array(stack.dropLast())]
      let shown = stack.count < 6 ? [stack + [0], stack + [1]] : []
      for next in removed + shown where counts[next] == nil {
        counts[next] = count
        stacks.append(next)
      }
    }
    return counts
  }

  @Test func `no other changes need fewer steps`() {
    #expect(Self.stacks.count == 127)
    for shown in Self.stacks {
      let fewest = fewest(from: shown)
      let wrong = Self.stacks.filter { wanted in
        let kept = WindowDifference.keptCount(of: shown, for: wanted, keeps: ==)
        let result = shown.prefix(kept) + wanted.dropFirst(kept)
        return shown.count + wanted.count - 2 * kept != fewest[wanted] || Array(result) != wanted
      }
      #expect(wrong == [], "from \(shown)")
    }
  }
}
