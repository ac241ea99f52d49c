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
      endInside()
      transition.wasRemoved()
      settleShown()
    }

    /// Ends everything that was shown from the view's window, when the view's own route is about to end.
    func endInside() {
      isEnded = true
      window?.endAll()
    }
  }
#endif
