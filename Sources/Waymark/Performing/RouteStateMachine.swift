/// The states of one route that is shown, and what leads from one to another.
struct RouteStateMachine {
  /// A change that was begun and may be finished once.
  struct Attempt: Hashable {
    fileprivate let number: Int
  }

  /// Why a change cannot begin.
  enum Refusal: Error, Hashable {
    /// It is being shown.
    case routing
    /// It is shown.
    case routed
    /// It is being removed.
    case removing
    /// There is nothing to remove.
    case notRouted(RouteState)
  }

  private(set) var state = RouteState.unrouted
  /// Where a failure leads back to.
  private var settled = RouteState.unrouted
  private var number = 0

  /// Begins to show.
  ///
  /// - Parameters:
  ///   - isAlive: Whether the destination that was shown before still exists.
  ///   - isMade: Whether the destination is only made, which may be done again.
  mutating func perform(isAlive: Bool, isMade: Bool) throws(Refusal) -> Attempt {
    switch state {
    case .routing: throw .routing
    case .removing: throw .removing
    case .routed where isAlive && !isMade: throw .routed
    case .unrouted, .routed, .removed: return begin(.routing)
    }
  }

  /// Begins to remove.
  ///
  /// - Parameter isAlive: Whether the destination still exists.
  /// - Returns: Nil where it is gone already; the state is removed then.
  mutating func remove(isAlive: Bool) throws(Refusal) -> Attempt? {
    guard state == .routed else { throw .notRouted(state) }
    guard isAlive else {
      end(.removed)
      return nil
    }
    return begin(.removing)
  }

  /// Ends a change.
  ///
  /// - Returns: Whether this was its first end, so that it counts.
  mutating func finish(_ attempt: Attempt, succeeded: Bool) -> Bool {
    guard isOpen(attempt) else { return false }
    end(succeeded ? (state == .routing ? .routed : .removed) : settled)
    return true
  }

  /// Whether a change has not ended.
  func isOpen(_ attempt: Attempt) -> Bool {
    attempt.number == number && (state == .routing || state == .removing)
  }

  /// The view was removed by somebody else.
  ///
  /// - Returns: Whether it was there.
  mutating func wasRemoved() -> Bool {
    guard state == .routed || state == .removing else { return false }
    end(.removed)
    return true
  }

  private mutating func begin(_ next: RouteState) -> Attempt {
    settled = state
    state = next
    number += 1
    return Attempt(number: number)
  }

  private mutating func end(_ next: RouteState) {
    state = next
    settled = next
  }
}
