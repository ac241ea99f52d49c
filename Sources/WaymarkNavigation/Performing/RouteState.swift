import WaymarkCore

/// The state of a destination that was requested to be shown.
///
///     guard editor.state == .routed else { return }
///
/// A failed operation restores the state that came before it.
public enum RouteState: String, Sendable, Hashable, Codable, CaseIterable {
  /// The destination hasn't been shown.
  case unrouted
  /// The destination is being created, is waiting for an interceptor, or is being shown by the presenter.
  case routing
  /// The destination is shown; along `makeDestination`, it was created.
  case routed
  /// The presenter is removing the destination.
  case removing
  /// The destination was shown and has been removed.
  case removed
}

/// A state machine of one active route: its states, and the changes between them.
struct RouteStateMachine {
  /// A change that has begun and can be finished once.
  struct Attempt: Hashable {
    fileprivate let number: Int
  }

  /// The reason why a change can't begin.
  enum Refusal: Error, Hashable {
    /// The destination is being shown.
    case routing
    /// The destination is shown.
    case routed
    /// The destination is being removed.
    case removing
    /// There's no destination to remove.
    case notRouted(RouteState)
  }

  private(set) var state = RouteState.unrouted
  /// The state that a failure of the open change restores.
  private var settled = RouteState.unrouted
  private var number = 0

  /// Begins to show the destination.
  ///
  /// - Parameters:
  ///   - isAlive: Whether the destination that was shown before still exists.
  ///   - isMade: Whether the destination is only created, which may be repeated.
  mutating func perform(isAlive: Bool, isMade: Bool) throws(Refusal) -> Attempt {
    switch state {
    case .routing: throw .routing
    case .removing: throw .removing
    case .routed where isAlive && !isMade: throw .routed
    case .unrouted, .routed, .removed: return begin(.routing)
    }
  }

  /// Begins to remove the destination.
  ///
  /// - Parameter isAlive: Whether the destination still exists.
  /// - Returns: The change, or nil if the destination no longer exists; the state is `removed` then.
  mutating func remove(isAlive: Bool) throws(Refusal) -> Attempt? {
    guard state == .routed else { throw .notRouted(state) }
    guard isAlive else {
      state = .removed
      return nil
    }
    return begin(.removing)
  }

  /// Ends a change.
  ///
  /// - Returns: Whether the change was still open; if not, the call has no effect.
  mutating func finish(_ attempt: Attempt, succeeded: Bool) -> Bool {
    guard isOpen(attempt) else { return false }
    state = succeeded ? (state == .routing ? .routed : .removed) : settled
    return true
  }

  /// Returns whether a change hasn't ended.
  func isOpen(_ attempt: Attempt) -> Bool {
    attempt.number == number && (state == .routing || state == .removing)
  }

  /// Updates the state after the view was removed by other means.
  ///
  /// - Returns: Whether the view was shown.
  mutating func wasRemoved() -> Bool {
    guard state == .routed || state == .removing else { return false }
    state = .removed
    return true
  }

  /// Begins a change to another state.
  private mutating func begin(_ next: RouteState) -> Attempt {
    settled = state
    state = next
    number += 1
    return Attempt(number: number)
  }
}
