import GtkKit
import ScreenKit
import Waymark

/// A screen with a widget, which a ``DesktopWindow`` shows.
@MainActor
public protocol DesktopScreen: Screen {
  /// The words in the bar above the screen.
  var title: String { get }

  /// The screen's widget, which is the same one each time.
  var widget: Widget { get }

  /// The screen's buttons in the bar above it, from left to right.
  var buttons: [Widget] { get }

  /// The screen is on top of its window, for the first time or again.
  ///
  /// - Parameter window: The window for showing other screens. Don't retain it.
  /// - Throws: An error that the window shows to the user.
  func becameActive(in window: DesktopWindow) throws
}

extension DesktopScreen {
  /// No buttons.
  public var buttons: [Widget] { [] }

  /// Does nothing.
  public func becameActive(in window: DesktopWindow) {}

  /// The title, as the text of a screen with a widget.
  public func render(width: Int) -> [String] { [title] }
}

/// A screen that is shown, and its presentation.
@MainActor
final class Pane {
  let screen: any DesktopScreen
  let transition: RouteTransition

  init(_ screen: any DesktopScreen, _ transition: RouteTransition) {
    self.screen = screen
    self.transition = transition
  }
}
