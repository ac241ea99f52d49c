import GtkKit
import Waymark

/// The container that takes a part of a screen.
struct ContainerTarget {
  let box: Box
}

extension RoutePath {
  /// Returns a path that shows the view in a container of a screen, as a part of this screen.
  ///
  /// - Parameters:
  ///   - source: The window.
  ///   - box: The container, inside of a screen of the window.
  public static func addChild(to source: any RouteSource, in box: Box) -> Self {
    .custom(.addChild, from: source, details: ContainerTarget(box: box))
  }
}
