import GtkKit
import Waymark

extension DesktopPresenter: RoutePresenter {
  /// Throws if a window can't show anything along the kind of path.
  public func validate(_ transition: RouteTransition) throws(RouteError) {
    if let refusal = refusal(of: transition.path) { throw refusal }
  }

  /// Shows a screen, and completes at the end of the animation.
  public func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    // Something else may have happened while interceptors decided.
    if let refusal = refusal(of: transition.path) { return completion(refusal) }
    guard let screen = transition.view as? any DesktopScreen else {
      return completion(NotADesktopScreen(view: "\(type(of: transition.view))"))
    }
    let pane = Pane(screen, transition)
    switch transition.path.kind {
    case .sheet, .present: showSheet(pane, completion: completion)
    case .popover: showPopover(pane, completion: completion)
    case .addChild, .addSubview: showPart(pane, completion: completion)
    default:
      topStack?.push(pane, animated: transition.animated) { completion(nil) }
      changed()
    }
  }

  /// Returns whether the screen is shown.
  public func canRemove(_ transition: RouteTransition) -> Bool {
    panes.contains { $0.transition == transition } || parts.box(of: transition) != nil
  }

  /// Returns the views in the containers of a screen.
  public func parts(of transition: RouteTransition) -> [RouteTransition] { parts.parts(of: transition) }

  /// Removes a screen and all screens above it, and completes at the end of the animation.
  public func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    // The user may have been faster.
    guard canRemove(transition) else { return completion(nil) }
    guard parts.box(of: transition) == nil else {
      report([transition], except: transition)
      return completion(nil)
    }
    if let cover = index(ofCover: transition) {
      let position = covers[cover].panes.firstIndex { $0.transition == transition } ?? 0
      guard position > 0, let stack = covers[cover].stack else {
        removeCovers(from: cover, except: transition)
        changed()
        return completion(nil)
      }
      removeCovers(from: cover + 1)
      remove(transition, at: position, of: stack, completion)
    } else if let (name, stack) = tabs.first(where: {
      $0.stack.panes.contains { $0.transition == transition }
    }) {
      let position = stack.panes.firstIndex { $0.transition == transition } ?? 0
      if name == selection { removeCovers(from: 0) }
      remove(transition, at: position, of: stack, completion)
    }
    changed()
  }

  private func remove(
    _ transition: RouteTransition, at position: Int, of stack: ScreenStack, _ completion: @escaping Completion
  ) {
    let gone = stack.panes[position...].map(\.transition)
    stack.remove(from: position, animated: transition.animated) { completion(nil) }
    report(gone, except: transition)
  }

  /// Names the window, if it still shows the screen.
  public func holder(of destination: Any) -> String? {
    (panes + parts.panes).contains { $0.screen === destination as AnyObject }
      ? "the window still shows it" : nil
  }
}

extension DesktopPresenter: TabPresenter {
  /// The name of the tab on top, or nil in a window without tabs.
  public var selectedTab: String? { selection.isEmpty ? nil : selection }

  /// Returns the tab of a screen or part.
  ///
  /// In a sheet, all screens are above the tabs, also pushed ones.
  public func tab(of transition: RouteTransition) -> String? {
    let box = parts.box(of: transition)
    let tab = tabs.first { tab in
      if let box { return tab.stack.widget.contains(box) }
      return tab.stack.panes.contains { $0.transition == transition }
    }
    return tab.flatMap { $0.name.isEmpty ? nil : $0.name }
  }

  /// Returns the tab for the screens of a URL.
  public func tab(for plan: RoutePlan) -> String? { window?.tabOfPlan?(plan) }

  /// Throws if the window has no tab with a name.
  public func validate(tab name: String) throws(RouteError) {
    guard isClosed || name.isEmpty || !tabs.contains(where: { $0.name == name }) else { return }
    let names = tabs.map { "'\($0.name)'" }.joined(separator: ", ")
    throw RouteError(
      .unsupportedPath, "there is no tab '\(name)'", remedy: isClosed ? "use another window" : "use \(names)")
  }

  /// Selects a tab.
  public func selectTab(_ name: String, animated: Bool) throws(RouteError) {
    try validate(tab: name)
    tabStack.visibleName = name
    // GTK reports the change only if the stack wasn't there yet.
    noteTab()
  }
}

/// A view without a widget was asked to be shown.
struct NotADesktopScreen: Error, CustomStringConvertible {
  let view: String
  var description: String { "\(view) is not a DesktopScreen; conform it to DesktopScreen" }
}
