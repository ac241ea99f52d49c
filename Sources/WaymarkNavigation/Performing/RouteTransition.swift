public import WaymarkCore

/// One change that a presenter carries out: the view to show or to remove, and how.
///
///     func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
///       stack.append(transition)
///       completion(nil)
///     }
///
/// Transitions are equal if they're about the same presentation of a view, so a presenter finds what it has shown
/// by comparing transitions, even if the view is a value.
@MainActor
public struct RouteTransition {
  /// The identity of one presentation of a view.
  ///
  /// A view that's shown again after its removal has another identity, and so has a view that's only validated.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let number: Int

    @MainActor private static var last = 0

    /// Returns an identity that no presentation has yet.
    @MainActor
    static func next() -> ID {
      last += 1
      return ID(number: last)
    }

    private init(number: Int) { self.number = number }

    /// Returns whether one presentation began before another one.
    public static func < (left: ID, right: ID) -> Bool { left.number < right.number }

    /// The number of the presentation, counted from 1.
    public var description: String { "\(number)" }
  }

  /// The identity of the presentation: equal when a view is shown, asked about, and removed.
  nonisolated public let id: ID
  /// The destination, as the requested interface; an empty tuple during validation, when none exists yet.
  public let destination: Any
  /// The object to show: the wrapper that the route's ``Wrapped`` entry made, or else the destination.
  public let view: Any
  /// How, and from which source, the view is shown.
  public let path: RoutePath
  /// Whether the change should be animated.
  public let animated: Bool
  /// The source location of the route's declaration.
  public let location: DeclarationLocation
  /// Whether the route has ``Leaves``, so that ``mayLeave()`` may return false.
  ///
  /// A presenter that can't ask during a gesture of the user disables the gesture for such a view.
  public let asksBeforeLeaving: Bool

  let removed: @MainActor () -> Void
  let asked: @MainActor () async -> Bool

  /// Returns whether the view may be removed, after asking its route's ``Leaves``.
  ///
  /// A presenter calls it before it lets the user remove the view, for example by a swipe:
  ///
  ///     func userSwiped() async {
  ///       guard let transition = shown.last, await transition.mayLeave() else { return }
  ///       shown.removeAll { $0 == transition }
  ///       transition.wasRemoved()
  ///     }
  ///
  /// If the view is being asked already, the answer to that question is returned, so the user isn't asked twice.
  ///
  /// - Returns: Whether it may be removed; true if its route has no `Leaves`, or if it's no longer shown. If a
  ///   closure throws, false, and observers receive the error.
  public func mayLeave() async -> Bool { await asked() }

  /// Reports that the view was removed without Waymark, for example because the user swiped back.
  ///
  /// The state becomes `removed`, and observers receive ``RouteEvent/Phase/didRemove``. The call has no
  /// effect if the view is no longer shown, or was shown again since then.
  public func wasRemoved() { removed() }
}

extension RouteTransition: nonisolated Hashable, nonisolated Identifiable {
  /// Returns whether two transitions are about the same presentation.
  nonisolated public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Hashes the identity of the presentation.
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
