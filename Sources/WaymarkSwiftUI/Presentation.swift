#if canImport(SwiftUI)
  import SwiftUI
  import Waymark

  /// One presentation of a destination: what is drawn, and who waits until it is drawn or gone.
  @MainActor
  final class Presentation {
    let transition: RouteTransition
    let content: ScreenContent
    /// The window of a modal view, from which it shows others; nil for a view that is pushed.
    let window: RouteWindow?
    /// Whether SwiftUI draws the view where the user sees it.
    private(set) var isVisible = false
    /// Removes the view from its window as the user does.
    var closing: (() -> Void)?
    private var shown: (() -> Void)?
    private var gone: [() -> Void] = []

    init(_ transition: RouteTransition, _ content: ScreenContent, window: RouteWindow?) {
      self.transition = transition
      self.content = content
      self.window = window
    }

    /// Calls a closure when the view has appeared.
    func onceShown(_ action: @escaping () -> Void) { shown = action }

    /// Calls a closure when the view has disappeared.
    func onceGone(_ action: @escaping () -> Void) { gone.append(action) }

    /// Reports that SwiftUI draws the view.
    func appeared() {
      isVisible = true
      settleShown()
    }

    /// Reports that SwiftUI doesn't draw the view anymore: it's removed or covered.
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

    /// Removes the view as the user does.
    func close() { closing?() }

    /// Reports that the view, and everything that was shown from its window, was removed without Waymark.
    func end() {
      window?.endAll()
      transition.wasRemoved()
      settleShown()
    }
  }

  /// A part of the user interface that may be drawn or not, and those who wait for it.
  @MainActor
  final class DrawnPlace {
    private var count = 0
    private var waiting: [Presentation] = []

    nonisolated init() {}

    /// Whether SwiftUI draws it.
    ///
    /// If not, nothing that is shown in it ever appears.
    var isDrawn: Bool { count > 0 }

    /// Remembers a presentation that is about to appear or to disappear.
    func wait(for presentation: Presentation) { waiting.append(presentation) }

    func appeared() { count += 1 }

    func disappeared() {
      count -= 1
      guard count == 0 else { return }
      let all = waiting
      waiting = []
      for presentation in all {
        presentation.settleShown()
        presentation.settleGone()
      }
    }

    /// Forgets a presentation that nobody waits for anymore.
    func forget(_ presentation: Presentation) { waiting.removeAll { $0 === presentation } }
  }
#endif
