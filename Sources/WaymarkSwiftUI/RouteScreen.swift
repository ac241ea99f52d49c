#if canImport(SwiftUI)
  public import Waymark

  /// A screen that a ``RouteWindow`` shows: an element of its path, or its sheet, cover, popover, or alert.
  ///
  /// Screens are equal if they're the same presentation of a destination.
  public struct RouteScreen: Hashable, Identifiable, Sendable {
    /// The identity of the presentation.
    public let id: RouteTransition.ID
    let presentation: Presentation

    @MainActor
    init(_ presentation: Presentation) {
      id = presentation.transition.id
      self.presentation = presentation
    }

    /// The destination, as the requested interface.
    @MainActor public var destination: Any { presentation.transition.destination }

    /// The kind of path of the presentation.
    @MainActor public var kind: RoutePath.Kind { presentation.transition.path.kind }

    /// The window of a sheet, a cover, or a popover, for showing other screens, or nil for other screens.
    @MainActor public var window: RouteWindow? { presentation.window }

    /// Whether its route has `Leaves`, which decide if it may be removed.
    ///
    /// The user can't remove such a screen with a gesture. ``LeaveAction`` asks the route.
    @MainActor public var asksBeforeLeaving: Bool { presentation.transition.asksBeforeLeaving }

    /// The name of the destination's type, for messages.
    @MainActor var name: String { "\(type(of: destination))" }

    /// Returns whether two screens are the same presentation.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    /// Hashes the identity of the presentation.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }
#endif
