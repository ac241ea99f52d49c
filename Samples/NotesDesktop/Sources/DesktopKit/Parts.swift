import GtkKit
import Waymark

/// The parts of screens, each in a container of its screen or of another part.
@MainActor
final class Parts {
  private struct Part {
    let pane: Pane
    let box: Box
    /// The view that contains the part, or nil for the root of a stack.
    let host: RouteTransition?
    /// The connection that notices a removal by the program.
    let connection: Connection
  }

  private var all: [Part] = []
  /// Receives the parts that the program has removed with functions of GTK, beginning with the lowest.
  var onRemoval: @MainActor ([RouteTransition]) -> Void = { _ in }

  /// The parts and the views that can contain further ones.
  var panes: [Pane] { all.map(\.pane) }

  /// Adds a view to a container.
  ///
  /// - Parameters:
  ///   - pane: The view.
  ///   - box: The container.
  ///   - screens: The screens of the window.
  func add(_ pane: Pane, to box: Box, below screens: [Pane]) {
    let host = (screens + panes).last { $0.screen.widget.contains(box) }
    box.append(pane.screen.widget)
    // Also the end of a container around the view takes it from its window.
    let connection = pane.screen.widget.on("notify::root") { [weak self] in
      // The program may put it elsewhere.
      Task { self?.look() }
    }
    all.append(Part(pane: pane, box: box, host: host?.transition, connection: connection))
  }

  /// Returns the parts of a view, or of the roots of all stacks for nil, without their parts.
  func parts(of host: RouteTransition?) -> [RouteTransition] {
    all.filter { $0.host == host }.map(\.pane.transition)
  }

  /// Returns the views, each followed by its parts.
  func withParts(_ views: [RouteTransition]) -> [RouteTransition] {
    views.flatMap { [$0] + withParts(parts(of: $0)) }
  }

  /// Returns the container of a part, or nil for another view.
  func box(of transition: RouteTransition) -> Box? {
    all.first { $0.pane.transition == transition }?.box
  }

  /// Removes the parts among these views from their containers.
  func remove(_ views: [RouteTransition]) {
    let gone = all.filter { views.contains($0.pane.transition) }
    all.removeAll { part in gone.contains { $0.pane === part.pane } }
    for part in gone.reversed() {
      let widget = part.pane.screen.widget
      widget.disconnect(part.connection)
      if widget.parent == part.box { part.box.remove(widget) }
    }
  }

  /// Reports the parts that are in no window anymore.
  private func look() {
    let gone = withParts(all.filter { $0.pane.screen.widget.window == nil }.map(\.pane.transition))
    guard !gone.isEmpty else { return }
    remove(gone)
    onRemoval(gone)
  }
}

extension Widget {
  /// Returns whether a widget is this one or inside of it.
  func contains(_ other: Widget) -> Bool { self == other || other.isInside(self) }
}
