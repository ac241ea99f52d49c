import GtkKit

/// Screens one upon the other with the last one visible: the content of a tab, or of a sheet.
@MainActor
final class ScreenStack {
  let widget = Stack()
  /// The screen below all others, which the window shows itself.
  private(set) var root: (any DesktopScreen)?
  private(set) var panes: [Pane] = []
  /// The completions of changes that are still animating.
  private var unfinished: [() -> Void] = []

  init() {
    widget.expands = true
    widget.on("notify::transition-running") { [weak self] in
      if self?.widget.isAnimating == false { self?.finish() }
    }
    // The animation of a widget that isn't drawn anymore never ends.
    widget.on("unmap") { [weak self] in self?.finish() }
  }

  /// The screen that is seen.
  var top: (any DesktopScreen)? { panes.last?.screen ?? root }

  /// Whether there's a screen to leave.
  ///
  /// The root stays, and so does the first screen of a stack without one.
  var canGoBack: Bool { root == nil ? panes.count > 1 : !panes.isEmpty }

  /// Sets the screen below all others.
  func setRoot(_ screen: any DesktopScreen) {
    root = screen
    widget.add(screen.widget)
  }

  /// Shows a screen above the others.
  ///
  /// - Parameters:
  ///   - pane: The screen.
  ///   - animated: Whether it slides in.
  ///   - completion: Called once, at the end of the animation.
  func push(_ pane: Pane, animated: Bool, completion: @escaping () -> Void) {
    panes.append(pane)
    widget.add(pane.screen.widget)
    let isAnimating = widget.show(pane.screen.widget, animated: animated && widget.isMapped)
    if isAnimating { unfinished.append(completion) } else { completion() }
  }

  /// Removes the screens from an index on, which may be the last one's.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - animated: Whether the last screen slides out.
  ///   - completion: Called once, at the end of the animation.
  /// - Returns: The screens, beginning with the lowest.
  @discardableResult
  func remove(from index: Int, animated: Bool, completion: @escaping () -> Void) -> [Pane] {
    let gone = Array(panes[index...])
    let wasSeen = widget.visibleChild
    panes.removeSubrange(index...)
    let isAnimating =
      top.map { widget.show($0.widget, animated: animated && widget.isMapped, forward: false) }
      ?? false
    for pane in gone where pane.screen.widget != wasSeen || !isAnimating { widget.remove(pane.screen.widget) }
    guard isAnimating, let leaving = gone.last(where: { $0.screen.widget == wasSeen }) else {
      completion()
      return gone
    }
    unfinished.append { [widget] in
      // The same screen may have been shown again meanwhile.
      if leaving.screen.widget.parent == widget, !self.panes.contains(where: { $0 === leaving }) {
        widget.remove(leaving.screen.widget)
      }
      completion()
    }
    return gone
  }

  /// Ends the changes that were animating.
  private func finish() {
    let ended = unfinished
    unfinished = []
    for completion in ended { completion() }
  }
}
