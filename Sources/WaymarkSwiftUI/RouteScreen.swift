#if canImport(SwiftUI)
  import Observation
  import SwiftUI
  public import Waymark

  /// A screen that a ``RouteWindow`` shows: an element of its path, or its sheet, cover, popover, or alert.
  ///
  /// Screens are equal if they're the same presentation of a destination.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
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
    /// This is also true if it's so for a ``RouteView`` inside of it, or for a screen that its ``window`` shows. They
    /// would be removed together. The user can't remove such a screen with a gesture while it's the topmost one.
    /// SwiftUI doesn't ask before the menu of the back button of a screen above it, a tap on the selected tab, or a
    /// gesture of a zoom transition removes it. ``LeaveAction`` asks the routes. A view that doesn't need an answer
    /// says so with the modifier `asksBeforeLeaving`.
    @MainActor public var asksBeforeLeaving: Bool {
      presentation.needsAnswer || window?.screens.contains(where: \.asksBeforeLeaving) == true
    }

    /// The screen and all that its window shows, beginning with the lowest.
    @MainActor var withScreensInside: [RouteScreen] {
      [self] + (window?.screens.flatMap(\.withScreensInside) ?? [])
    }

    /// The name of the destination's type, for messages.
    @MainActor var name: String { "\(type(of: destination))" }

    /// The details of the path of the presentation.
    @MainActor private var details: WindowPathDetails? { presentation.transition.path.windowDetails }

    /// The name of the view that a popover points at.
    @MainActor var anchor: String? { details?.anchor }

    /// Returns a view with the modifiers of the path.
    @MainActor func modified(_ content: some View) -> AnyView {
      let view = AnyView(content)
      return details?.modify(view) ?? view
    }

    /// The kind of the window's property for modal views of the screen's kind.
    @MainActor var slot: RoutePath.Kind {
      guard kind == .present else { return kind }
      #if os(macOS)
        return .sheet
      #else
        return .fullScreenCover
      #endif
    }

    /// Whether SwiftUI reports that it has dismissed the view, which is later than the disappearance of its content.
    @MainActor var reportsDismissal: Bool { slot == .sheet || slot == .fullScreenCover }

    /// Returns whether two screens are the same presentation.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    /// Hashes the identity of the presentation.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// One presentation of a destination: its content, and the closures that wait until it appears or disappears.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  final class Presentation {
    let transition: RouteTransition
    let content: ScreenContent
    /// The window of a modal view, for showing other views, or nil for a pushed view.
    let window: RouteWindow?
    /// Whether the view needs an answer before the user removes it, and the parts of the view.
    let leaving = LeaveState()
    /// The window that shows the view.
    private weak var outer: RouteWindow?
    /// The stack of a pushed view.
    weak var stack: ScreenStack?
    /// Whether SwiftUI draws the view where the user sees it.
    private(set) var isVisible = false
    /// Whether the route knows that the view was removed, or is about to be.
    private var isEnded = false
    /// The closures that wait for a change.
    private var waiting: [Change: @MainActor () -> Void] = [:]

    /// A change of what SwiftUI draws.
    enum Change {
      /// The view has appeared.
      case shown
      /// The view has disappeared after its route has removed it.
      case gone
    }

    /// Creates a presentation.
    ///
    /// - Parameters:
    ///   - transition: The change that shows the destination.
    ///   - content: The content.
    ///   - outer: The window that shows the view.
    ///   - window: The window of a modal view.
    init(
      _ transition: RouteTransition, _ content: ScreenContent, in outer: RouteWindow, window: RouteWindow?
    ) {
      self.transition = transition
      self.content = content
      self.outer = outer
      self.window = window
    }

    // A window may end with its scene, which SwiftUI doesn't promise to report.
    deinit {
      guard !isEnded else { return }
      let transition = transition
      Task { @MainActor in transition.wasRemoved() }
    }

    /// Calls a closure after a change.
    func once(_ change: Change, _ action: @escaping @MainActor () -> Void) { waiting[change] = action }

    /// Reports that SwiftUI draws the view.
    func appeared() {
      isVisible = true
      settle(.shown)
    }

    /// Reports that SwiftUI no longer draws the view, because it was removed or is covered.
    ///
    /// - Parameter isGone: Whether the removal has ended.
    func disappeared(isGone: Bool = true) {
      isVisible = false
      if isGone { settle(.gone) }
    }

    /// Whether SwiftUI hasn't drawn the view yet, shortly after it was shown.
    var isAwaited: Bool { waiting[.shown] != nil }

    /// Calls the closure that waits for a change.
    func settle(_ change: Change) { waiting.removeValue(forKey: change)?() }

    /// Whether the route, or the route of a part, has `Leaves`, and the view needs them.
    var needsAnswer: Bool {
      leaving.isAsked && (transition.asksBeforeLeaving || leaving.parts.contains(where: \.asksBeforeLeaving))
    }

    /// Asks the routes of all views that would go with the view, and removes it as the user does unless one decides to
    /// stay.
    func leave() {
      guard let outer else { return }
      let id = transition.id
      // Without questions, the view is removed in the caller's transaction.
      guard outer.screens(goingWith: id).contains(where: \.presentation.needsAnswer) else {
        return outer.close(id)
      }
      Task {
        let mayLeave = await outer.routePresenter.mayClose {
          outer.screens(goingWith: id).map(\.presentation).filter(\.needsAnswer).map(\.transition)
        }
        if mayLeave { outer.close(id) }
      }
    }

    /// Reports that the view, and all views shown from its window, were removed without Waymark.
    func end() {
      endInside()
      transition.wasRemoved()
      settle(.shown)
    }

    /// Ends all views shown from the view's window, when the view's own route is about to end.
    func endInside() {
      isEnded = true
      window?.endAll()
    }
  }

  /// Whether a view needs the answers of its route, and of the routes of its parts, before the user removes it.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @Observable
  final class LeaveState {
    var isAsked = true
    /// The destinations that each ``RouteView`` shows in the view.
    var parts: [RouteTransition] = []
  }
#endif
