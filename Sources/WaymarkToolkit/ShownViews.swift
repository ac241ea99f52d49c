package import Waymark

#if canImport(UIKit)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#endif

/// A view that a toolkit's presenter shows.
@MainActor
package protocol ShownElement: AnyObject {
  associatedtype Controller: AnyObject

  var transition: RouteTransition { get }
  /// The controller, or nil along `addSubview`.
  var controller: Controller? { get }
  /// Whether the presenter is showing or removing the view.
  var isChanging: Bool { get }
  /// Whether another object has removed the view.
  var isGone: Bool { get }
  /// Whether the view was a part of another one that was removed.
  var wasInRemoved: Bool { get set }

  /// Returns the controllers that a controller contains.
  static func children(of controller: Controller) -> [Controller]

  /// Returns whether the toolkit draws the view inside of another one.
  func isDrawn(inside outer: Self) -> Bool

  /// Undoes the changes that the presenter has made for the view.
  func end()
}

/// The controllers around a view, when it was last in a window.
///
/// A container may detach a child that it doesn't show, and show it again later.
package struct Holders<Controller: AnyObject> {
  private struct Holder {
    weak var controller: Controller?
  }

  private let all: [Holder]

  /// Creates a record.
  ///
  /// - Parameter controllers: The controllers, beginning with the innermost.
  package init(_ controllers: some Sequence<Controller>) { all = controllers.map { Holder(controller: $0) } }

  /// The controllers that still exist, beginning with the innermost.
  package var existing: some Sequence<Controller> { all.lazy.compactMap(\.controller) }

  /// Returns the controller that contained another one, or nil if it no longer exists.
  package func holder(of controller: Controller) -> Controller? {
    guard let index = all.firstIndex(where: { $0.controller === controller }) else { return nil }
    return all.dropFirst(index + 1).first?.controller
  }
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
  ///
  /// The toolkits report the removal of a view only to the view, its controller, and their delegates, which belong to
  /// the application. A presenter can't add a view of its own inside the view that it shows: a `UIVisualEffectView`
  /// raises an exception, SwiftUI doesn't support it in the view of a `UIHostingController`, and an `NSSplitView` makes
  /// a pane of each subview. So the presenters compare their views with the toolkit's public properties.
  @MainActor
  package final class ShownViews<Element: ShownElement> {
    package private(set) var all: [Element] = [] {
      didSet {
        if all.isEmpty {
          if let watch { CFRunLoopObserverInvalidate(watch) }
          watch = nil
        } else if watch == nil {
          watchRunLoop()
        }
      }
    }
    /// Compares the views with the windows, while there are any.
    private var watch: CFRunLoopObserver?
    private let compare: @MainActor () -> Void

    /// Creates an empty list.
    ///
    /// - Parameter compare: Called at the end of each turn of the main run loop, while the list isn't empty.
    package init(compare: @escaping @MainActor () -> Void) { self.compare = compare }

    /// Begins to compare the views each time before the main run loop waits.
    private func watchRunLoop() {
      let activity = CFRunLoopActivity.beforeWaiting.rawValue
      // The main run loop runs on the main thread.
      watch = CFRunLoopObserverCreateWithHandler(nil, activity, true, 0) { [weak self] _, _ in
        MainActor.assumeIsolated { self?.compare() }
      }
      // The common modes include the modes of modal windows and of tracking the mouse.
      CFRunLoopAddObserver(CFRunLoopGetMain(), watch, .commonModes)
    }

    /// Returns the view that a transition has shown, or nil if the list doesn't contain it.
    package func view(of transition: RouteTransition) -> Element? {
      all.first { $0.transition == transition }
    }

    /// Returns the last view with a controller, or nil if there's none.
    package func view(with controller: Element.Controller) -> Element? {
      all.last { $0.controller === controller }
    }

    package func contains(_ view: Element) -> Bool { all.contains { $0 === view } }

    package func add(_ view: Element) { all.append(view) }

    package func drop(_ view: Element) {
      view.end()
      all.removeAll { $0 === view }
      for part in all where part.transition.path.kind.isPart && part.isDrawn(inside: view) {
        part.wasInRemoved = true
      }
    }

    /// Reports the views that other objects have removed, the newest first.
    package func sweep() {
      while let view = all.last(where: { !$0.isChanging && $0.isGone }) {
        drop(view)
        view.transition.wasRemoved()
      }
    }

    // MARK: - Parts

    /// Returns the parts of the view that a transition has shown.
    package func parts(of transition: RouteTransition) -> [RouteTransition] {
      guard let whole = view(of: transition) else { return [] }
      let shown = all.filter { $0.transition.path.kind.isPart && $0.isDrawn(inside: whole) }
      return hostedParts(of: whole.controller) + shown.map(\.transition)
    }

    /// Returns whether a view, or one of its parts in SwiftUI, may decide to stay.
    package func asks(_ view: Element) -> Bool {
      view.transition.asksBeforeLeaving
        || hostedParts(of: view.controller).contains(where: \.asksBeforeLeaving)
    }

    /// Returns the destinations that each `RouteView` shows in a controller, or in one inside of it without a route.
    private func hostedParts(of controller: Element.Controller?) -> [RouteTransition] {
      guard let controller else { return [] }
      let inside = Element.children(of: controller).filter { view(with: $0) == nil }
      return ((controller as? any LeavingController)?.parts ?? []) + inside.flatMap(hostedParts)
    }

    /// Makes the SwiftUI views of a controller able to remove it.
    ///
    /// - Parameter leave: Removes the view, as the user does.
    package func letLeave(_ view: Element, _ leave: @escaping @MainActor (Element) -> Void) {
      guard let controller = view.controller else { return }
      for controller in [controller] + Element.children(of: controller) {
        // The controller outlives the presentation, and must not retain it.
        (controller as? any LeavingController)?.leave = { [weak view] in
          if let view { leave(view) }
        }
      }
    }
  }
#endif

/// Returns a description of the object that shows a view, to explain a leak.
package func describeHolder<Controller, View>(
  parent: Controller?, presenting: Controller?, superview: View?
) -> String? {
  if let parent { return "its parent, \(type(of: parent))" }
  if let presenting { return "\(type(of: presenting)), which presents it" }
  return superview.map { "its superview, \(type(of: $0))" }
}
