public import WaymarkCore

/// A type that shows and removes views in one user-interface toolkit.
///
/// Waymark handles states, preparation, observers, and interceptors. A presenter calls each `completion` exactly once,
/// immediately or later. Waymark ignores a second call and reports it to observers.
///
///     final class StackPresenter: RoutePresenter {
///       private var stack: [Any] = []
///
///       func validate(_ transition: RouteTransition) throws(RouteError) {}
///
///       func show(
///         _ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void
///       ) {
///         stack.append(transition.view)
///         completion(nil)
///       }
///
///       func remove(
///         _ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void
///       ) {
///         stack.removeLast()
///         completion(nil)
///       }
///     }
///
/// If a view goes away without Waymark, for example because the user swipes back or closes its window, the presenter
/// calls ``RouteTransition/wasRemoved()`` on the transition that showed the view.
@MainActor
public protocol RoutePresenter: AnyObject {
  /// Throws if the presenter can't show a view, before Waymark creates anything.
  ///
  /// - Parameter transition: The requested change, without a destination.
  /// - Throws: `unsupportedPath` if the presenter never shows this kind of path, so that a navigator changes nothing, or
  ///   any other reason.
  func validate(_ transition: RouteTransition) throws(RouteError)

  /// Shows a view.
  ///
  /// - Parameters:
  ///   - transition: The view, and how to show it.
  ///   - completion: Called once, with nil when the view is shown, or with the error that prevented it.
  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void)

  /// Returns whether the presenter can remove a shown view now.
  ///
  /// - Parameter transition: The view, and how it was shown.
  func canRemove(_ transition: RouteTransition) -> Bool

  /// Removes a view.
  ///
  /// - Parameters:
  ///   - transition: The view, and how it was shown.
  ///   - completion: Called once, with nil when the view is removed, or with the error that prevented it.
  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void)

  /// Returns whether an object is a view that the presenter can show.
  ///
  /// Waymark asks about the proxy that the closure of an adapter returns. If the proxy isn't a view,
  /// ``show(_:completion:)`` gets the provided view inside of it.
  ///
  /// - Parameter object: The proxy.
  func isView(_ object: Any) -> Bool

  /// Returns the parts of a view: the views that were added to it along `addChild` or `addSubview`.
  ///
  /// A part leaves together with its view, so Waymark asks the ``Leaves`` of the parts, too. The presenter reports the
  /// removal of the parts with ``RouteTransition/wasRemoved()``.
  ///
  /// - Parameter transition: The view, and how it was shown.
  /// - Returns: The parts, beginning with the lowest, without the parts of parts.
  func parts(of transition: RouteTransition) -> [RouteTransition]

  /// Returns the views that go away together with a view, such as the views pushed above it.
  ///
  /// ``ActiveRoute/leave(_:)`` asks the ``Leaves`` of all of them. By default, these are the views that were shown
  /// later in the same window, in the same tab or above all tabs. Implement it if fewer views go, such as the views
  /// inside of a sheet, but not the sheets above a stack.
  ///
  /// - Parameter transition: The view, and how it was shown.
  /// - Returns: The views, beginning with the lowest. Parts of a view don't need to be among them.
  func views(leavingWith transition: RouteTransition) -> [RouteTransition]

  /// Returns a description of the object that still shows a view, for the report of a leak.
  ///
  /// - Parameter destination: A removed view that still exists.
  /// - Returns: The description, or nil if unknown.
  func holder(of destination: Any) -> String?
}

extension RoutePresenter {
  /// Returns true: by default, removal is always possible.
  public func canRemove(_ transition: RouteTransition) -> Bool { true }

  /// Returns false: by default, the presenter shows the view inside of a proxy.
  public func isView(_ object: Any) -> Bool { false }

  /// Returns an empty array: by default, a view has no parts.
  public func parts(of transition: RouteTransition) -> [RouteTransition] { [] }

  /// Returns the views that were shown later in the same window, in the same tab or above all tabs.
  public func views(leavingWith transition: RouteTransition) -> [RouteTransition] {
    Presentations.stack(from: transition, by: self)
  }

  /// Returns nil: by default, the holder is unknown.
  public func holder(of destination: Any) -> String? { nil }
}

/// A presenter of a toolkit that creates some views itself, such as the destinations of storyboard segues.
///
/// If ``makesView(along:)`` returns true, Waymark doesn't call the route's factory. The presenter makes the toolkit
/// show the view, and prepares it with the `adopt` closure as soon as it exists.
@MainActor
public protocol AdoptingPresenter: RoutePresenter {
  /// Returns whether the toolkit creates the views of a kind of path.
  ///
  /// - Parameter kind: The kind of presentation.
  func makesView(along kind: RoutePath.Kind) -> Bool

  /// Shows a view that the toolkit creates.
  ///
  /// - Parameters:
  ///   - transition: The requested change, without a destination.
  ///   - adopt: Prepares the view for its caller and as its route does, and returns the transition with the view. It
  ///     throws if the view isn't the requested one, or if a preparation threw.
  ///   - completion: Called once, with nil when the view is shown, or with the error that prevented it.
  func show(
    _ transition: RouteTransition,
    adopting adopt: @escaping @MainActor (Any) throws(RouteError) -> RouteTransition,
    completion: @escaping @MainActor ((any Error)?) -> Void)
}

/// A presenter of a window with tabs, each with its own screens.
///
///     func validate(tab name: String) throws(RouteError) {
///       guard tabs.contains(name) else { throw RouteError(.unsupportedPath, "there is no tab '\(name)'") }
///     }
///
///     func selectTab(_ name: String, animated: Bool) throws(RouteError) {
///       try validate(tab: name)
///       selectedTab = name
///     }
///
/// A ``Navigator`` selects a tab for a step ``RoutePlan/Step/tab(_:)``, and knows the screens of each tab. The
/// presenter doesn't need to report the user's selections. If ``selectedTab`` is observable, observers of
/// ``Navigator/plan`` also follow the user's selections.
@MainActor
public protocol TabPresenter: RoutePresenter {
  /// The name of the selected tab, or nil if the window has no tabs.
  var selectedTab: String? { get }

  /// Throws if the presenter has no tab with a name.
  ///
  /// A navigator calls it before it removes the screens above the tabs. By default, only ``selectTab(_:animated:)``
  /// finds the problem.
  ///
  /// - Parameter name: The name of the tab.
  /// - Throws: The reason why the presenter can't select the tab.
  func validate(tab name: String) throws(RouteError)

  /// Selects a tab.
  ///
  /// - Parameters:
  ///   - name: The name of the tab.
  ///   - animated: Whether to animate the change.
  /// - Throws: The reason why the presenter can't select the tab.
  func selectTab(_ name: String, animated: Bool) throws(RouteError)

  /// Returns whether a kind of path shows views above all tabs, instead of in one of them.
  ///
  /// - Parameter kind: The kind of presentation.
  func coversTabs(_ kind: RoutePath.Kind) -> Bool

  /// Returns the tab of a shown view, or nil if the view is above all tabs.
  ///
  /// The kind of path doesn't always decide this: a view that is pushed inside a sheet is also above all tabs. The user
  /// may also have selected another tab during the animation of a push.
  ///
  /// - Parameter transition: The view, and how it was shown.
  func tab(of transition: RouteTransition) -> String?

  /// Returns the tab for the screens of a URL, or nil for the selected one.
  ///
  /// A ``Navigator`` asks for each URL that it opens or receives. For a plan that begins with a step
  /// ``RoutePlan/Step/tab(_:)``, it doesn't.
  ///
  /// - Parameter plan: The screens of the URL, beginning with the lowest.
  func tab(for plan: RoutePlan) -> String?
}

extension TabPresenter {
  /// Does nothing: by default, selecting a tab that doesn't exist throws.
  public func validate(tab name: String) throws(RouteError) {}

  /// Returns true for `present`, `sheet`, and `popover`.
  public func coversTabs(_ kind: RoutePath.Kind) -> Bool {
    kind == .present || kind == .sheet || kind == .popover
  }

  /// Returns the selected tab, unless the kind of path covers the tabs.
  public func tab(of transition: RouteTransition) -> String? {
    coversTabs(transition.path.kind) ? nil : selectedTab
  }

  /// Returns nil: by default, a URL belongs to the selected tab.
  public func tab(for plan: RoutePlan) -> String? { nil }
}

/// A change for a presenter to carry out: the view to show or remove, and how.
///
///     func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
///       stack.append(transition)
///       completion(nil)
///     }
///
/// Transitions are equal if they're about the same presentation, so comparing them finds a view that is a value.
@MainActor
public struct RouteTransition {
  /// The identity of one presentation of a view.
  ///
  /// Showing the same view again yields another identity, and so does a validation.
  public struct ID: Hashable, Sendable {
    private let number: Int

    @MainActor private static var last = 0

    @MainActor
    static func next() -> ID {
      last += 1
      return ID(number: last)
    }

    /// Returns whether one presentation began before another one.
    package static func < (left: ID, right: ID) -> Bool { left.number < right.number }
  }

  /// The identity of the presentation, equal when a presenter shows, asks about, and removes a view.
  nonisolated public let id: ID
  /// The destination, as the requested interface, or an empty tuple during validation.
  public let destination: Any
  /// The object to show: the wrapper from the route's ``Wrapped`` entry, the view inside the proxy of an ``Adapter``,
  /// or else the destination.
  public let view: Any
  /// The kind of presentation and its source.
  public let path: RoutePath
  /// Whether to animate the change.
  public let animated: Bool
  /// The source location of the route's declaration.
  public let location: DeclarationLocation
  /// Whether the route has ``Leaves``, so that ``mayLeave()`` may return false.
  ///
  /// A presenter that can't ask during a gesture disables the gesture for such a view.
  public let asksBeforeLeaving: Bool

  /// The active route of the presentation.
  let active: any ShownRoute
  /// An object that exists as long as a presenter retains the transition that it shows, or nil in other transitions.
  let token: PresentationToken?

  /// Asks the route's ``Leaves``, and returns whether the view may be removed.
  ///
  /// A presenter calls it before it lets the user remove the view, for example with a swipe:
  ///
  ///     func userSwiped() async {
  ///       guard let transition = shown.last, await transition.mayLeave() else { return }
  ///       shown.removeAll { $0 == transition }
  ///       transition.wasRemoved()
  ///     }
  ///
  /// Several callers share one confirmation, so the user isn't asked twice. The parts of the view are asked first
  /// (``RoutePresenter/parts(of:)``). For several views that leave together, such as all views of a window, use
  /// ``RoutePresenter/mayClose(_:)``.
  ///
  /// - Returns: Whether the view may be removed: true without `Leaves` or without the view, and false if a closure
  ///   throws an error, which observers receive.
  public func mayLeave() async -> Bool { await asked(DecisionTask.subjects) }

  /// Asks the route, unless it waits for one of the deciding routes.
  func asked(_ deciding: [ObjectIdentifier]) async -> Bool { await active.asked(deciding, about: id) }

  /// Reports that the view went away without Waymark, for example because the user swiped back.
  ///
  /// The state becomes `removed`, and observers receive ``RouteEvent/Phase/didRemove``. The call has no effect if the
  /// view isn't shown anymore, or was shown again.
  public func wasRemoved() { active.wasRemoved(id) }
}

extension RouteTransition: nonisolated Hashable, nonisolated Identifiable {
  /// Returns whether two transitions are about the same presentation.
  nonisolated public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Hashes the identity of the presentation.
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
