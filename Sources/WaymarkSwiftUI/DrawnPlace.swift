#if canImport(SwiftUI)
  import Waymark

  /// A part of the user interface that SwiftUI may draw or not, and the presentations that wait for it.
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

    /// Waits for a presentation to appear or to disappear.
    ///
    /// SwiftUI may drop a change that follows another one in the same frame, and a scene may end without a report.
    ///
    /// - Parameter late: Called if the presentation still waits after some time.
    func wait(for presentation: Presentation, late: @escaping @MainActor (Presentation) -> Void) {
      waiting.append(presentation)
      Task { [weak self, weak presentation] in
        try? await Task.sleep(for: Self.patience)
        guard let self, let presentation, waiting.contains(where: { $0 === presentation }) else { return }
        late(presentation)
      }
    }

    /// Stops waiting for a presentation.
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
  /// SwiftUI keeps it with the view's state, and frees it at the end of the view's scene, even without a report.
  @MainActor
  final class DrawnView {
    nonisolated init() {}
  }
#endif
