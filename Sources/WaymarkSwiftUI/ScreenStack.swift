#if canImport(SwiftUI)
  import Observation
  import SwiftUI
  import Waymark

  /// The screens of one navigation stack, above its root.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  @Observable
  final class ScreenStack {
    private var stored: [RouteScreen] = []
    @ObservationIgnored let place = DrawnPlace()
    /// The application's own path, which has the screens among its elements, if it draws the stack.
    @ObservationIgnored private(set) var path: (any ApplicationPath)?

    nonisolated init() {}

    /// The screens, for the binding of a navigation stack, which sets the remaining ones when the user goes back.
    ///
    /// SwiftUI may also set the path before a push, if it drops the push. The user can't go back from a screen that
    /// hasn't appeared, nor in a stack that isn't drawn, for example because the view around it changes.
    var drawn: [RouteScreen] {
      get { stored }
      set {
        let isBeforePush =
          newValue.count < stored.count && stored.starts(with: newValue)
          && stored[newValue.count...].allSatisfy(\.presentation.isAwaited)
        if place.isDrawn, !isBeforePush { screens = newValue } else { redraw() }
      }
    }

    /// The screens, beginning with the lowest.
    ///
    /// Setting the property can't add a screen.
    var screens: [RouteScreen] {
      get { stored }
      set {
        let old = stored
        let new = newValue.filter(old.contains)
        guard new != old else { return }
        stored = new
        if let first = old.first(where: { !new.contains($0) }) { path?.remove(from: first) }
        for screen in old.reversed() where !new.contains(screen) { screen.presentation.end() }
      }
    }

    /// Adds a screen, and calls a closure when SwiftUI has drawn it.
    func push(_ screen: RouteScreen, completion: @escaping @MainActor () -> Void) {
      if place.isDrawn {
        place.wait(
          for: .shown, of: screen.presentation, redraw: { [weak self] in self?.redraw() },
          completion: completion)
      }
      screen.presentation.stack = self
      stored.append(screen)
      path?.append(screen)
      // In a place that isn't drawn yet, the screen appears later.
      if !place.isDrawn { completion() }
    }

    /// Removes a screen and the screens above it, and calls a closure when SwiftUI no longer draws them.
    func remove(from index: Int, completion: @escaping @MainActor () -> Void) {
      let removed = stored[index...]
      let visible = removed.last { $0.presentation.isVisible }?.presentation
      if let visible, place.isDrawn {
        place.wait(
          for: .gone, of: visible, redraw: { [weak self] in self?.redraw() }, completion: completion)
      }
      stored.removeSubrange(index...)
      if let first = removed.first { path?.remove(from: first) }
      for screen in removed.dropFirst().reversed() { screen.presentation.end() }
      removed.first?.presentation.endInside()
      if visible == nil || !place.isDrawn { completion() }
    }

    /// Reports that a screen has appeared, and with it all screens below, which SwiftUI doesn't draw.
    func appeared(_ screen: RouteScreen) {
      for below in stored.prefix(while: { $0 != screen }) { below.presentation.settle(.shown) }
      screen.presentation.appeared()
    }

    /// Draws the screens as elements of the application's path, adding the ones that were pushed earlier.
    func join(_ path: any ApplicationPath) {
      self.path = path
      for screen in stored where path.index(of: screen) == nil { path.append(screen) }
    }

    /// Ends the screens that the user, or the application, has removed from the application's path.
    func follow() {
      guard let path else { return }
      screens = stored.filter { path.index(of: $0) != nil }
    }

    /// Makes SwiftUI draw the screens again, because it may have dropped a change.
    private func redraw() { withMutation(keyPath: \.stored) {} }
  }

  /// A part of the user interface that SwiftUI may draw or not, and the presentations that wait for it.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  final class DrawnPlace {
    private struct Drawing {
      weak var view: DrawnView?
      let start: ContinuousClock.Instant
    }

    /// The time after which a change counts as drawn, and a second drawing isn't a transition.
    private static let patience = Duration.seconds(1)

    private var drawings: [Drawing] = []
    private var waiting: [Presentation] = []

    nonisolated init() {}

    /// Whether SwiftUI draws the place, without which the views shown in it never appear.
    var isDrawn: Bool { drawings.contains { $0.view != nil } }

    /// Whether several views have drawn it for some time, as two scenes do, and not only during a transition.
    var isShared: Bool {
      drawings.count { $0.view != nil && $0.start.duration(to: .now) > Self.patience } > 1
    }

    /// Waits for a change of a presentation, draws again if it's late, and then calls a closure.
    ///
    /// SwiftUI may drop a change that follows another one in the same frame, and a scene may end without a report.
    func wait(
      for change: Presentation.Change, of presentation: Presentation, redraw: @escaping @MainActor () -> Void,
      completion: @escaping @MainActor () -> Void
    ) {
      waiting.append(presentation)
      Task { [weak self, weak presentation] in
        try? await Task.sleep(for: Self.patience)
        guard let self, let presentation, waiting.contains(where: { $0 === presentation }) else { return }
        redraw()
        presentation.settle(change)
      }
      presentation.once(change) { [self] in
        waiting.removeAll { $0 === presentation }
        completion()
      }
    }

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
        presentation.settle(.shown)
        presentation.settle(.gone)
      }
    }
  }

  /// The identity of a view that draws a place.
  ///
  /// SwiftUI keeps it with the view's state, and frees it at the end of the view's scene, even without a report.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  final class DrawnView {}
#endif
