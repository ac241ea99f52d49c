import ScreenKit
import Waymark

/// A screen that is shown, with the screens that are parts of it.
@MainActor
final class Pane {
  let screen: any Screen
  let transition: RouteTransition
  /// The screens beside this one, from left to right.
  var children: [Pane] = []
  /// How many lines are hidden above.
  var scroll = 0

  init(_ screen: any Screen, _ transition: RouteTransition) {
    self.screen = screen
    self.transition = transition
  }

  /// The screen as a receiver of keys, or nil if it only shows something.
  var interactive: (any InteractiveScreen)? { screen as? any InteractiveScreen }

  /// Somebody else than Waymark has removed the screen, and all that is part of it.
  func tellRemoved() {
    for child in children { child.tellRemoved() }
    transition.wasRemoved()
  }
}
