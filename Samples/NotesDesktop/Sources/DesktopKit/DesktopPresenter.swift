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
  /// The parts of screens.
  @ObservationIgnored let parts = Parts()
  /// The stacks of the tabs.
  @ObservationIgnored let tabStack = Stack()
  /// The name of the tab on top.
  ///
  /// The user also selects tabs, so a saved plan has to follow it.
  private(set) var selection: String
  @ObservationIgnored weak var window: DesktopWindow?
  /// Whether the window is gone, and can't show anything.
  @ObservationIgnored private(set) var isClosed = false
  /// The URLs of the screens that the stacks start with, by tab.
  @ObservationIgnored private(set) var roots: [String: String] = [:]
  @ObservationIgnored private weak var active: (any DesktopScreen)?

  /// The height of the highest widget that a popover points at unless the path names the widget.
  private static let highestTarget = 80

  static let kinds: [RoutePath.Kind] = [
    .push, .show, .sheet, .present, .popover, .addChild, .addSubview,
  ]

  init(tabs names: [String]) {
    tabs = (names.isEmpty ? [""] : names).map { ($0, ScreenStack()) }
    selection = tabs[0].name
    for (name, stack) in tabs { tabStack.add(stack.widget, name: name, title: name) }
    tabStack.expands = true
    tabStack.on("notify::visible-child-name") { [weak self] in self?.noteTab() }
    parts.onRemoval = { gone in for part in gone.reversed() { part.wasRemoved() } }
  }

  // MARK: - Shown screens

  /// The stack of the selected tab.
  var selectedStack: ScreenStack { (tabs.first { $0.name == selection } ?? tabs[0]).stack }

  /// The screens of all tabs and covers, beginning with the lowest.
  var panes: [Pane] { tabs.flatMap(\.stack.panes) + covers.flatMap(\.panes) }

  /// The screens of all tabs and covers, beginning with the lowest, each followed by its parts.
  var views: [RouteTransition] {
    parts.withParts(parts.parts(of: nil)) + parts.withParts(panes.map(\.transition))
  }

  /// The screen that the user uses.
  var top: (any DesktopScreen)? { covers.last?.panes.last?.screen ?? selectedStack.top }

  /// The stack that takes the next screen, or nil below a popover.
  var topStack: ScreenStack? { covers.isEmpty ? selectedStack : covers.last?.stack }

  /// Whether there's a screen to leave.
  var canGoBack: Bool { !covers.isEmpty || selectedStack.canGoBack }

  func setRoot(_ screen: any DesktopScreen, url: String, inTab tab: String?) {
    let name = tab ?? ""
    tabs.first { $0.name == name }?.stack.setRoot(screen)
    roots[name] = url
    changed()
  }

  func noteTab() {
    guard let name = tabStack.visibleName, name != selection, !isClosed else { return }
    selection = name
    changed()
  }

  /// Updates the titles, and tells the screen on top.
  func changed() {
    guard !isClosed, let window else { return }
    window.updateHeaders()
    guard let top, top !== active else { return }
    active = top
    do { try top.becameActive(in: window) } catch { window.say(error) }
    window.updateHeaders()
  }

  // MARK: - Showing

  /// Returns why a view can't be shown along a path now.
  func refusal(of path: RoutePath) -> RouteError? {
    let kind = path.kind
    if isClosed {
      return RouteError(.actionFailed, "the window was closed", remedy: "show the view in another window")
    }
    guard Self.kinds.contains(kind) else {
      return RouteError(
        .unsupportedPath, "a desktop window cannot show anything along '\(kind)'",
        remedy: "use \(Self.kinds.map { "'\($0)'" }.joined(separator: ", "))")
    }
    if kind == .addChild || kind == .addSubview {
      guard let box = (path.details as? ContainerTarget)?.box, window?.window == box.window else {
        return RouteError(
          .unsupportedPath, "the path names no container in this window for a part of a screen",
          remedy: "use .addChild(to:in:) with a container of a shown screen")
      }
    }
    guard topStack != nil || (kind != .push && kind != .show) else {
      return RouteError(
        .actionFailed, "a popover is open, and has no stack to push onto",
        remedy: "remove the popover first")
    }
    return nil
  }

  func showPart(_ pane: Pane, completion: @escaping Completion) {
    guard let window, let box = (pane.transition.path.details as? ContainerTarget)?.box else {
      return completion(nil)
    }
    let sheets = covers.filter { $0.panes.contains { $0.screen.widget.contains(box) } }
    parts.add(pane, to: box, below: sheets.isEmpty ? panes : sheets.flatMap(\.panes))
    completion(nil)
    do { try pane.screen.becameActive(in: window) } catch { window.say(error) }
  }

  func showSheet(_ pane: Pane, completion: @escaping Completion) {
    guard let window else { return completion(nil) }
    let parent = covers.lazy.compactMap { $0 as? Sheet }.last?.window ?? window.window
    let sheet = Sheet(above: parent) { [weak window] in window?.goBack() }
    append(sheet)
    sheet.stack?.push(pane, animated: false) {}
    changed()
    sheet.window.present()
    completion(nil)
  }

  func showPopover(_ pane: Pane, completion: @escaping Completion) {
    guard let window else { return completion(nil) }
    let container = covers.last?.container ?? window.content
    let asked = (pane.transition.path.details as? PopoverTarget)?.widget
    // At the end of a large widget, such as a text, the popover would be outside of the window.
    let focused = (covers.isEmpty ? window.window.focused : covers.last?.focused).flatMap {
      $0.height <= Self.highestTarget ? $0 : nil
    }
    let target = [asked, focused].lazy.compactMap(\.self).first { $0.isMapped && $0.isInside(container) }
    append(Bubble(pane, in: container, at: target))
    changed()
    completion(nil)
  }

  private func append(_ cover: some Cover) {
    // GTK can keep the closures of a closed popover, so they don't retain its view.
    cover.onClose = { [weak self, weak cover] in
      if let cover { self?.userCloses(cover) }
    }
    covers.append(cover)
  }

  // MARK: - Removing

  /// Removes the covers from an index on, and reports the removal of all their screens but one.
  func removeCovers(from index: Int, except removed: RouteTransition? = nil) {
    guard index < covers.count else { return }
    let gone = covers[index...].reversed()
    covers.removeSubrange(index...)
    for cover in gone {
      cover.destroy()
      report(cover.panes.map(\.transition), except: removed)
    }
  }

  /// Reports the removal of views and their parts, the topmost first.
  func report(_ views: [RouteTransition], except removed: RouteTransition? = nil) {
    let gone = parts.withParts(views)
    parts.remove(gone)
    for view in gone.reversed() where view != removed { view.wasRemoved() }
  }

  /// Asks the screens of a cover and those above it, and removes them unless one decides to stay.
  private func userCloses(_ cover: any Cover) {
    let leaving: @MainActor () -> [RouteTransition] = { [weak self] in self?.views(from: cover) ?? [] }
    // Closing without a question is immediate: GTK has already hidden a popover.
    guard leaving().contains(where: \.asksBeforeLeaving) else { return close(cover) }
    Task { [weak self] in
      if await self?.mayClose(leaving) == true { self?.close(cover) }
    }
  }

  /// Returns the views of a cover and above it, beginning with the lowest.
  private func views(from cover: any Cover) -> [RouteTransition] {
    parts.withParts(covers.drop { $0 !== cover }.flatMap(\.panes).map(\.transition))
  }

  private func close(_ cover: any Cover) {
    guard let index = covers.firstIndex(where: { $0 === cover }) else { return }
    removeCovers(from: index)
    changed()
  }

  func index(ofCover transition: RouteTransition) -> Int? {
    covers.firstIndex { $0.panes.contains { $0.transition == transition } }
  }

  /// Removes everything, because the window goes away.
  ///
  /// - Returns: The views, beginning with the lowest, each followed by its parts. Their removal isn't reported yet.
  func removeAll() -> [RouteTransition] {
    isClosed = true
    let views = views
    parts.remove(views)
    for cover in covers.reversed() { cover.destroy() }
    covers = []
    for tab in tabs.reversed() { tab.stack.remove(from: 0, animated: false) {} }
    return views
  }
}
