#if canImport(SwiftUI)
  import Observation
  import SwiftUI
  import Waymark

  /// The screens of one navigation stack, above its root.
  @MainActor
  @Observable
  final class ScreenStack {
    private var stored: [RouteScreen] = []
    @ObservationIgnored let place = DrawnPlace()

    nonisolated init() {}

    /// The screens, the lowest first.
    ///
    /// SwiftUI writes what remains when the user goes back. A screen that isn't shown can't be added.
    var screens: [RouteScreen] {
      get { stored }
      set {
        let old = stored
        let new = newValue.filter(old.contains)
        guard new != old else { return }
        stored = new
        for screen in old.reversed() where !new.contains(screen) { end(screen) }
      }
    }

    /// Adds a screen, and calls a closure when it's drawn.
    func push(_ screen: RouteScreen, completion: @escaping @MainActor () -> Void) {
      if place.isDrawn {
        place.wait(for: screen.presentation) { [weak self] presentation in
          self?.redraw()
          presentation.settleShown()
        }
        screen.presentation.onceShown { [place] in
          place.forget(screen.presentation)
          completion()
        }
      }
      stored.append(screen)
      // What isn't drawn yet appears when it is.
      if !place.isDrawn { completion() }
    }

    /// Removes a screen and those above it, and calls a closure when they aren't drawn anymore.
    func remove(from index: Int, completion: @escaping @MainActor () -> Void) {
      let removed = stored[index...]
      let visible = removed.last { $0.presentation.isVisible }?.presentation
      if let visible, place.isDrawn {
        place.wait(for: visible) { [weak self] presentation in
          self?.redraw()
          presentation.settleGone()
        }
        visible.onceGone { [place] in
          place.forget(visible)
          completion()
        }
      }
      stored.removeSubrange(index...)
      for screen in removed.dropFirst().reversed() { end(screen) }
      removed.first?.presentation.endInside()
      if visible == nil || !place.isDrawn { completion() }
    }

    /// Notes that a screen has appeared, and with it all below, which SwiftUI doesn't draw.
    func appeared(_ screen: RouteScreen) {
      for below in stored.prefix(while: { $0 != screen }) { below.presentation.settleShown() }
      screen.presentation.appeared()
    }

    /// Ends all screens, with what contains the stack.
    func endAll() { screens = [] }

    /// Makes SwiftUI draw the screens again, of which it may have dropped a change.
    private func redraw() { withMutation(keyPath: \.stored) {} }

    private func end(_ screen: RouteScreen) {
      screen.presentation.end()
      place.forget(screen.presentation)
    }
  }

  /// A part of the user interface that may be drawn or not, and the presentations that wait for it.
  @MainActor
  final class DrawnPlace {
    /// A view that draws the place.
    private struct Drawing {
      weak var view: DrawnView?
      let start: ContinuousClock.Instant
    }

    /// The time after which a change counts as drawn, and after which a second drawing isn't a transition.
    private static let patience = Duration.seconds(1)

    private var drawings: [Drawing] = []
    private var waiting: [Presentation] = []

    nonisolated init() {}

    /// Whether SwiftUI draws it.
    ///
    /// If not, nothing that is shown in it ever appears.
    var isDrawn: Bool { drawings.contains { $0.view != nil } }

    /// Whether several views have drawn it for a while, as two scenes do, and not only while one replaces the other.
    var isShared: Bool {
      drawings.count { $0.view != nil && $0.start.duration(to: .now) > Self.patience } > 1
    }

    /// Remembers a presentation that is about to appear or to disappear.
    ///
    /// SwiftUI may drop a change that follows another one in the same frame, and a scene may end without a report.
    ///
    /// - Parameter late: Called if the presentation still waits after a while.
    func wait(for presentation: Presentation, late: @escaping @MainActor (Presentation) -> Void) {
      waiting.append(presentation)
      Task { [weak self, weak presentation] in
        try? await Task.sleep(for: Self.patience)
        guard let self, let presentation, waiting.contains(where: { $0 === presentation }) else { return }
        late(presentation)
      }
    }

    /// Forgets a presentation that nobody waits for anymore.
    func forget(_ presentation: Presentation) { waiting.removeAll { $0 === presentation } }

    func appeared(_ view: DrawnView) {
      drawings.removeAll { $0.view == nil || $0.view === view }
      drawings.append(Drawing(view: view, start: .now))
    }

    func disappeared(_ view: DrawnView) {
      drawings.removeAll { $0.view == nil || $0.view === view }
      guard drawings.isEmpty else { return }
      let all = waiting
      waiting = []
      for presentation in all {
        presentation.settleShown()
        presentation.settleGone()
      }
    }
  }

  /// The identity of a view that draws a place.
  ///
  /// SwiftUI keeps it with the view's state, and frees it at the end of the view's scene, which may not be reported.
  @MainActor
  final class DrawnView {
    nonisolated init() {}
  }
#endif
