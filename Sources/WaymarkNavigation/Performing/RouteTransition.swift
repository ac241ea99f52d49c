public import WaymarkCore

/// A change for a presenter to carry out: the view to show or remove, and how.
///
///     func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
///       stack.append(transition)
///       completion(nil)
///     }
///
/// Transitions are equal if they're about the same presentation, so comparing them finds a view that is a value.
@MainActor
public struct RouteTransition {
  /// The identity of one presentation of a view.
  ///
  /// Showing the same view again yields another identity, and so does a validation.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let number: Int

    @MainActor private static var last = 0

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

  /// The identity of the presentation, equal when a presenter shows, asks about, and removes a view.
  nonisolated public let id: ID
  /// The destination, as the requested interface, or an empty tuple during validation.
  public let destination: Any
  /// The object to show: the wrapper from the route's ``Wrapped`` entry, or else the destination.
  public let view: Any
  /// The kind of presentation and its source.
  public let path: RoutePath
  /// Whether to animate the change.
  public let animated: Bool
  /// The source location of the route's declaration.
  public let location: DeclarationLocation
  /// Whether the route has ``Leaves``, so that ``mayLeave()`` may return false.
  ///
  /// A presenter that can't ask during a gesture disables the gesture for such a view.
  public let asksBeforeLeaving: Bool

  let removed: @MainActor () -> Void
  let asked: @MainActor () async -> Bool

  /// Asks the route's ``Leaves``, and returns whether the view may be removed.
  ///
  /// A presenter calls it before it lets the user remove the view, for example with a swipe:
  ///
  ///     func userSwiped() async {
  ///       guard let transition = shown.last, await transition.mayLeave() else { return }
  ///       shown.removeAll { $0 == transition }
  ///       transition.wasRemoved()
  ///     }
  ///
  /// Several callers share one question, so the user isn't asked twice.
  ///
  /// - Returns: Whether the view may be removed: true without `Leaves` or without the view, and false if a closure
  ///   throws an error, which observers receive.
  public func mayLeave() async -> Bool { await asked() }

  /// Reports that the view went away without Waymark, for example because the user swiped back.
  ///
  /// The state becomes `removed`, and observers receive ``RouteEvent/Phase/didRemove``. The call has no effect if the
  /// view isn't shown anymore, or was shown again.
  public func wasRemoved() { removed() }
}

extension RouteTransition: nonisolated Hashable, nonisolated Identifiable {
  /// Returns whether two transitions are about the same presentation.
  nonisolated public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Hashes the identity of the presentation.
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
