import WaymarkCore

/// The state of an active route.
///
///     guard editor.state == .routed else { return }
///
/// A failed operation restores the previous state.
public enum RouteState: Sendable, Hashable, CaseIterable {
  /// The destination hasn't been shown.
  case unrouted
  /// An interceptor is deciding, or the presenter is showing the destination.
  case routing
  /// The destination is shown or, along `makeDestination`, was created.
  case routed
  /// The presenter is removing the destination.
  case removing
  /// The destination was shown and has been removed.
  case removed
}

/// The states of one active route, and the changes between them.
struct RouteStateMachine {
  /// A change that has begun and can finish once.
  struct Attempt: Hashable {
    fileprivate let number: Int
  }

  private(set) var state = RouteState.unrouted
  /// The state that a failure of the open change restores.
  private var settled = RouteState.unrouted
  private var number = 0

  /// Begins to show the destination, or returns nil during a change, or if the previous one still exists and wasn't
  /// only created (`isMade`).
  mutating func perform(isAlive: Bool, isMade: Bool) -> Attempt? {
    switch state {
    case .routing, .removing: nil
    case .routed where isAlive && !isMade: nil
    case .unrouted, .routed, .removed: begin(.routing)
    }
  }

  /// Begins to remove a shown destination, or returns nil and changes to `removed` if it no longer exists.
  mutating func remove(isAlive: Bool) -> Attempt? {
    guard state == .routed else { return nil }
    guard isAlive else {
      state = .removed
      return nil
    }
    return begin(.removing)
  }

  /// Ends a change, and returns whether it was still open.
  mutating func finish(_ attempt: Attempt, succeeded: Bool) -> Bool {
    guard isOpen(attempt) else { return false }
    state = succeeded ? (state == .routing ? .routed : .removed) : settled
    return true
  }

  func isOpen(_ attempt: Attempt) -> Bool {
    attempt.number == number && (state == .routing || state == .removing)
  }

  /// Changes to `removed` after a removal by other means, and returns whether the view was shown.
  mutating func wasRemoved() -> Bool {
    guard state == .routed || state == .removing else { return false }
    state = .removed
    return true
  }

  private mutating func begin(_ next: RouteState) -> Attempt {
    settled = state
    state = next
    number += 1
    return Attempt(number: number)
  }
}
