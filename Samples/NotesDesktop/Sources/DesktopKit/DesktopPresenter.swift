import GtkKit
import Observation
import Waymark

/// Shows and removes the screens of one window: in its tabs, in sheets above them, and in popovers.
@MainActor @Observable
public final class DesktopPresenter {
  typealias Completion = @MainActor ((any Error)?) -> Void

  /// The tabs, by name.
  ///
  /// A window without tabs has a single one without a name.
  @ObservationIgnored let tabs: [(name: String, stack: ScreenStack)]
  /// The sheets and popovers, beginning with the lowest.
  @ObservationIgnored private(set) var covers: [any Cover] = []
  /// The stacks of the tabs.
  @ObservationIgnored let tabStack = Stack()
  /// The name of the tab on top.
  ///
  /// The user selects tabs, too, so a saved plan has to follow it.
  private(set) var selection: String
  @ObservationIgnored weak var window: DesktopWindow?
  /// Whether the window is gone, and can't show anything.
  @ObservationIgnored private(set) var isClosed = false
  /// The URLs of the screens that the stacks start with, by tab.
  @ObservationIgnored private(set) var roots: [String: String] = [:]
  @ObservationIgnored private weak var active: (any DesktopScreen)?

  static let kinds: [RoutePath.Kind] = [.push, .show, .sheet, .present, .popover]

  init(tabs names: [String]) {
    tabs = (names.isEmpty ? [""] : names).map { ($0, ScreenStack()) }
    selection = tabs[0].name
    for (name, stack) in tabs { tabStack.add(stack.widget, name: name, title: name) }
    tabStack.expands = true
    tabStack.on("notify::visible-child-name") { [weak self] in self?.noteTab() }
  }

  // MARK: - Shown screens

  /// The stack of the selected tab.
  var selectedStack: ScreenStack { (tabs.first { $0.name == selection } ?? tabs[0]).stack }

  /// The screens of all tabs and covers, beginning with the lowest.
  var panes: [Pane] { tabs.flatMap(\.stack.panes) + covers.flatMap(\.panes) }

  /// The screen that the user uses.
  var top: (any DesktopScreen)? { covers.last?.panes.last?.screen ?? selectedStack.top }

  /// The stack that takes the next screen; nil below a popover.
  private var topStack: ScreenStack? { covers.isEmpty ? selectedStack : covers.last?.stack }

  /// Whether there's a screen to leave.
  var canGoBack: Bool { !covers.isEmpty || selectedStack.canGoBack }

  func setRoot(_ screen: any DesktopScreen, url: String, inTab tab: String?) {
    let name = tab ?? ""
    tabs.first { $0.name == name }?.stack.setRoot(screen)
    roots[name] = url
    changed()
  }

  private func noteTab() {
    guard let name = tabStack.visibleName, name != selection, !isClosed else { return }
    selection = name
    changed()
  }

  /// Updates the titles, and tells the screen on top.
  private func changed() {
    guard !isClosed, let window else { return }
    window.updateHeaders()
    guard let top, top !== active else { return }
    active = top
    do { try top.becameActive(in: window) } catch { window.say(error) }
    window.updateHeaders()
  }

  // MARK: - Showing

  /// Returns why a view can't be shown along a kind of path now.
  private func refusal(of kind: RoutePath.Kind) -> RouteError? {
    if isClosed {
      return RouteError(.actionFailed, "the window was closed", remedy: "show the view in another window")
    }
    guard Self.kinds.contains(kind) else {
      return RouteError(
        .unsupportedPath, "a desktop window cannot show anything along '\(kind)'",
        remedy: "use \(Self.kinds.map { "'\($0)'" }.joined(separator: ", "))")
    }
    guard topStack != nil || (kind != .push && kind != .show) else {
      return RouteError(
        .unsupportedPath, "a popover is open, and has no stack to push onto",
        remedy: "remove the popover first")
    }
    return nil
  }

  private func showSheet(_ pane: Pane, completion: @escaping Completion) {
    guard let window else { return completion(nil) }
    let parent = covers.lazy.compactMap { $0 as? Sheet }.last?.window ?? window.window
    let id = pane.transition
    let sheet = Sheet(above: parent) { [weak window] in
      window?.goBack()
    } onClose: { [weak self] in
      self?.userCloses(coverOf: id)
    }
    covers.append(sheet)
    sheet.stack?.push(pane, animated: false) {}
    changed()
    sheet.window.present()
    completion(nil)
  }

  private func showPopover(_ pane: Pane, completion: @escaping Completion) {
    guard let window else { return completion(nil) }
    let container = covers.last?.container ?? window.content
    let asked = (pane.transition.path.details as? PopoverTarget)?.widget
    let focused = covers.isEmpty ? window.window.focused : covers.last?.focused
    let id = pane.transition
    let target = [asked, focused].lazy.compactMap(\.self).first { $0.isMapped && $0.isInside(container) }
    covers.append(
      Bubble(pane, in: container, at: target) { [weak self] in self?.userCloses(coverOf: id) })
    changed()
    completion(nil)
  }

  // MARK: - Removing

  /// Removes the covers from an index on, and reports the removal of all their screens but one.
  private func removeCovers(from index: Int, except removed: RouteTransition? = nil) {
    guard index < covers.count else { return }
    let gone = covers[index...].reversed()
    covers.removeSubrange(index...)
    for cover in gone {
      cover.destroy()
      for pane in cover.panes.reversed() where pane.transition != removed { pane.transition.wasRemoved() }
    }
  }

  /// Asks the screens of a cover and those above it, and removes them unless one decides to stay.
  private func userCloses(coverOf transition: RouteTransition) {
    guard let index = index(ofCover: transition) else { return }
    let leaving = covers[index...].flatMap(\.panes).reversed().map(\.transition)
    // Closing without a question is immediate: GTK has already hidden a popover.
    guard leaving.contains(where: \.asksBeforeLeaving) else { return close(coverOf: transition) }
    Task { [weak self] in
      for transition in leaving { guard await transition.mayLeave() else { return } }
      self?.close(coverOf: transition)
    }
  }

  private func close(coverOf transition: RouteTransition) {
    guard let index = index(ofCover: transition) else { return }
    removeCovers(from: index)
    changed()
  }

  private func index(ofCover transition: RouteTransition) -> Int? {
    covers.firstIndex { $0.panes.contains { $0.transition == transition } }
  }

  /// Removes everything, because the window goes away.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    removeCovers(from: 0)
    for tab in tabs.reversed() {
      for pane in tab.stack.remove(from: 0, animated: false, completion: {}).reversed() {
        pane.transition.wasRemoved()
      }
    }
  }
}

extension DesktopPresenter: RoutePresenter {
  /// Throws if a window can't show anything along the kind of path.
  public func validate(_ transition: RouteTransition) throws(RouteError) {
    if let refusal = refusal(of: transition.path.kind) { throw refusal }
  }

  /// Shows a screen, and completes at the end of the animation.
  public func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    // Something else may have happened while interceptors decided.
    if let refusal = refusal(of: transition.path.kind) { return completion(refusal) }
    guard let screen = transition.view as? any DesktopScreen else {
      return completion(NotADesktopScreen(view: "\(type(of: transition.view))"))
    }
    let pane = Pane(screen, transition)
    switch transition.path.kind {
    case .sheet, .present: showSheet(pane, completion: completion)
    case .popover: showPopover(pane, completion: completion)
    default:
      topStack?.push(pane, animated: transition.animated) { completion(nil) }
      changed()
    }
  }

  /// Returns whether the screen is shown.
  public func canRemove(_ transition: RouteTransition) -> Bool {
    panes.contains { $0.transition == transition }
  }

  /// Removes a screen and all screens above it, and completes at the end of the animation.
  public func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    // The user may have been faster.
    guard canRemove(transition) else { return completion(nil) }
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
    let above = stack.panes[(position + 1)...].reversed().map(\.transition)
    stack.remove(from: position, animated: transition.animated) { completion(nil) }
    for transition in above { transition.wasRemoved() }
  }

  /// Names the window, if it still shows the screen.
  public func holder(of destination: Any) -> String? {
    panes.contains { $0.screen === destination as AnyObject } ? "the window still shows it" : nil
  }
}

extension DesktopPresenter: TabPresenter {
  /// The name of the tab on top, or nil in a window without tabs.
  public var selectedTab: String? { selection.isEmpty ? nil : selection }

  /// Returns the tab of a screen.
  ///
  /// In a sheet, screens are above all tabs, also those that were pushed.
  public func tab(of transition: RouteTransition) -> String? {
    tabs.first { $0.stack.panes.contains { $0.transition == transition } }.flatMap {
      $0.name.isEmpty ? nil : $0.name
    }
  }

  /// Returns the tab for the screens of a URL.
  public func tab(for plan: RoutePlan) -> String? { window?.tabOfPlan?(plan) }

  /// Selects a tab.
  public func selectTab(_ name: String, animated: Bool) throws(RouteError) {
    guard !isClosed, tabs.contains(where: { $0.name == name }), !name.isEmpty else {
      let names = tabs.map { "'\($0.name)'" }.joined(separator: ", ")
      throw RouteError(
        .unsupportedPath, "there is no tab '\(name)'",
        remedy: isClosed ? "use another window" : "use \(names)")
    }
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
