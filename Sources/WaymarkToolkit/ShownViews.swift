package import Waymark

/// A view that a toolkit's presenter shows.
@MainActor
package protocol ShownElement: AnyObject {
  var transition: RouteTransition { get }
  /// Whether the presenter is showing or removing the view.
  var isChanging: Bool { get }
  /// Whether another object has removed the view.
  var isGone: Bool { get }

  /// Undoes the changes that the presenter has made for the view.
  func end()
}

/// A view controller with a SwiftUI view that can remove it, as the user does, and that can have parts.
@MainActor
package protocol LeavingController: AnyObject, Sendable {
  /// Asks the route of the controller, and removes the controller unless the route decides to stay.
  var leave: (@MainActor () -> Void)? { get set }
  /// The destinations that each `RouteView` shows in the view.
  var parts: [RouteTransition] { get }
}

#if canImport(UIKit) || canImport(AppKit)
  /// The views that a toolkit's presenter shows, the oldest first.
  @MainActor
  package final class ShownViews<Element: ShownElement> {
    package private(set) var all: [Element] = [] {
      didSet {
        if all.isEmpty {
          watch?.end()
          watch = nil
        } else if watch == nil {
          watch = RunLoopWatch { [weak self] in self?.compare() }
        }
      }
    }
    /// Compares the views with the windows, while there are any.
    private var watch: RunLoopWatch?
    private let compare: @MainActor () -> Void

    /// Creates an empty list.
    ///
    /// - Parameter compare: Called at the end of each turn of the main run loop, while the list isn't empty.
    package init(compare: @escaping @MainActor () -> Void) { self.compare = compare }

    /// Returns the view that a transition has shown, or nil if the list doesn't contain it.
    package func view(of transition: RouteTransition) -> Element? {
      all.first { $0.transition == transition }
    }

    package func contains(_ view: Element) -> Bool { all.contains { $0 === view } }

    package func add(_ view: Element) { all.append(view) }

    package func drop(_ view: Element) {
      view.end()
      all.removeAll { $0 === view }
    }

    /// Reports the views that other objects have removed, the newest first.
    package func sweep() {
      for view in all.reversed() where !view.isChanging && view.isGone {
        guard contains(view) else { continue }
        drop(view)
        view.transition.wasRemoved()
      }
    }
  }
#endif

extension RoutePath.Kind {
  /// Whether a view along the path is a part of another one.
  package var isPart: Bool { self == .addChild || self == .addSubview }
}

/// Returns a description of the object that shows a view, to explain a leak.
package func describeHolder<Controller, View>(
  parent: Controller?, presenting: Controller?, superview: View?
) -> String? {
  if let parent { return "its parent, \(type(of: parent))" }
  if let presenting { return "\(type(of: presenting)), which presents it" }
  return superview.map { "its superview, \(type(of: $0))" }
}
