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

    /// The screens, beginning with the lowest.
    ///
    /// SwiftUI sets the remaining screens when the user goes back. Setting the property can't add a screen.
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

    /// Adds a screen, and calls a closure when SwiftUI has drawn it.
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
      // In a place that isn't drawn yet, the screen appears later.
      if !place.isDrawn { completion() }
    }

    /// Removes a screen and the screens above it, and calls a closure when SwiftUI no longer draws them.
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

    /// Reports that a screen has appeared, and with it all screens below, which SwiftUI doesn't draw.
    func appeared(_ screen: RouteScreen) {
      for below in stored.prefix(while: { $0 != screen }) { below.presentation.settleShown() }
      screen.presentation.appeared()
    }

    /// Ends all screens, together with the container of the stack.
    func endAll() { screens = [] }

    /// Makes SwiftUI draw the screens again, because it may have dropped a change.
    private func redraw() { withMutation(keyPath: \.stored) {} }

    private func end(_ screen: RouteScreen) {
      screen.presentation.end()
      place.forget(screen.presentation)
    }
  }
#endif
