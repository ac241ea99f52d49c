#if canImport(SwiftUI)
  import Observation
  import SwiftUI
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

    /// Whether its route has `Leaves`, which decide if it may be removed, and its view needs them.
    ///
    /// The user can't remove such a screen with a gesture. ``LeaveAction`` asks the route. A view that doesn't need an
    /// answer says so with the modifier `asksBeforeLeaving`.
    @MainActor public var asksBeforeLeaving: Bool {
      presentation.transition.asksBeforeLeaving && presentation.leaving.isAsked
    }

    /// The name of the destination's type, for messages.
    @MainActor var name: String { "\(type(of: destination))" }

    /// Returns whether two screens are the same presentation.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    /// Hashes the identity of the presentation.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// One presentation of a destination: its content, and the closures that wait until it appears or disappears.
  @MainActor
  final class Presentation {
    let transition: RouteTransition
    let content: ScreenContent
    /// The window of a modal view, for showing other views, or nil for a pushed view.
    let window: RouteWindow?
    /// Whether the view needs an answer before the user removes it.
    let leaving = LeaveState()
    /// The stack of a pushed view.
    weak var stack: ScreenStack?
    /// Whether SwiftUI draws the view where the user sees it.
    private(set) var isVisible = false
    /// Removes the view from its window as the user does.
    var closing: (@MainActor () -> Void)?
    /// Whether the route knows that the view was removed, or is about to be.
    private var isEnded = false
    private var shown: (@MainActor () -> Void)?
    private var gone: [@MainActor () -> Void] = []

    init(_ transition: RouteTransition, _ content: ScreenContent, window: RouteWindow?) {
      self.transition = transition
      self.content = content
      self.window = window
    }

    // A window may end with its scene, which SwiftUI doesn't promise to report.
    deinit {
      guard !isEnded else { return }
      let transition = transition
      Task { @MainActor in transition.wasRemoved() }
    }

    /// Calls a closure when the view has appeared.
    func onceShown(_ action: @escaping @MainActor () -> Void) { shown = action }

    /// Calls a closure when the view has disappeared after its route has removed it.
    func onceGone(_ action: @escaping @MainActor () -> Void) { gone.append(action) }

    /// Reports that SwiftUI draws the view.
    func appeared() {
      isVisible = true
      settleShown()
    }

    /// Reports that SwiftUI no longer draws the view, because it was removed or is covered.
    func disappeared() {
      isVisible = false
      settleGone()
    }

    func settleShown() {
      let action = shown
      shown = nil
      action?()
    }

    func settleGone() {
      let actions = gone
      gone = []
      for action in actions { action() }
    }

    func close() { closing?() }

    /// Reports that the view, and all views shown from its window, were removed without Waymark.
    func end() {
      endInside()
      transition.wasRemoved()
      settleShown()
    }

    /// Ends all views shown from the view's window, when the view's own route is about to end.
    func endInside() {
      isEnded = true
      window?.endAll()
    }
  }

  /// Whether a view needs its route's answer before the user removes it.
  @MainActor
  @Observable
  final class LeaveState {
    var isAsked = true
  }
#endif
