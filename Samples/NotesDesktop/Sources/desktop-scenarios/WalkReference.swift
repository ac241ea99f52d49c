import Waymark

/// The expected screens of a window with tabs, sheets, and popovers.
///
/// A ``NavigationReference`` for each tab defines the order and the questions. Screens above the tabs are in the
/// reference of the selected tab. A screen without a URL is "new" for a new note, and "none" for a question.
struct WalkReference {
  private(set) var tab = "Notes"
  private var references = ["Notes": NavigationReference(), "Folders": NavigationReference()]
  /// The number of screens in each sheet, beginning with the lowest, or nil for a popover.
  private(set) var covers: [Int?] = []
  /// The edited screens of all tabs.
  private var edited: Set<String> = []
  /// Whether the user stays where a screen asks.
  var stays = false

  /// The screens that the user sees, beginning with the lowest.
  var screens: [String] { screens(in: tab) }
  var top: String? { screens.last }
  /// The names of the plan's screens.
  var plan: [String] { Array(screens.prefix { $0 != "none" && $0 != "new" }) }

  func screens(in tab: String) -> [String] { references[tab]?.screens.map(\.url) ?? [] }

  private var coverCount: Int { covers.reduce(0) { $0 + ($1 ?? 1) } }
  /// The screens of a tab, without those above the tabs.
  private func lowerScreens(in tab: String) -> [String] {
    let screens = screens(in: tab)
    return tab == self.tab ? Array(screens.dropLast(coverCount)) : screens
  }

  /// Returns whether one of these screens asks, and the user stays.
  func refuses(_ screens: some Sequence<String>) -> Bool { stays && screens.contains { edited.contains($0) } }

  // MARK: - Changes

  mutating func edit() { if let top { edited.insert(top) } }

  mutating func show(_ url: String, above: Cover) {
    references[tab]?.show(url)
    switch above {
    case .stack: if let last = covers.indices.last { covers[last] = (covers[last] ?? 0) + 1 }
    case .sheet: covers.append(1)
    case .popover: covers.append(nil)
    }
  }

  enum Cover { case stack, sheet, popover }

  /// Opens the screens of a URL in their tab.
  ///
  /// - Returns: The code of the error, or nil.
  mutating func open(_ urls: [String], in wanted: String) -> RouteError.Code? {
    if wanted != tab {
      let kept = screens(in: wanted)
      let removed = kept.dropFirst(zip(kept, urls).prefix { $0 == $1 }.count)
      if refuses(screens.suffix(coverCount)) || refuses(removed) { return .stayed }
      remove(coverCount)
      tab = wanted
    }
    if let code = make(.plan(urls, asking: true)) { return code }
    covers = []
    return nil
  }

  /// Removes the topmost screen, after asking.
  mutating func goBack() {
    guard let number = references[tab]?.screens.last?.number, make(.back(of: number)) == nil else { return }
    if let count = covers.popLast() ?? nil, count > 1 { covers.append(count - 1) }
  }

  /// Removes the topmost sheet or popover, after asking.
  mutating func closeCover() {
    guard let last = covers.last, make(.plan(screens.dropLast(last ?? 1), asking: true)) == nil else {
      return
    }
    covers.removeLast()
  }

  mutating func select(_ other: String) { tab = other }

  /// Closes the window, after asking all screens from the top, which makes the tab of a screen that asks visible.
  ///
  /// - Returns: Whether the window is closed.
  mutating func close() -> Bool {
    if refuses(screens.suffix(coverCount)) { return false }
    for name in ["Folders", "Notes"] {
      let lower = lowerScreens(in: name)
      guard lower.contains(where: { $0.contains("/notes/") }) else { continue }
      move(to: name)
      if refuses(lower) { return false }
    }
    return true
  }

  /// Restores the screens that have URLs.
  mutating func restore(_ before: Self) {
    self = Self()
    for name in ["Notes", "Folders"] where name != before.tab {
      tab = name
      for url in before.screens(in: name) { references[name]?.show(url) }
    }
    tab = before.tab
    let lower = before.lowerScreens(in: tab)
    var rest = before.plan
    for url in rest.prefix(lower.count) { references[tab]?.show(url) }
    rest = Array(rest.dropFirst(lower.count))
    for cover in before.covers {
      for (index, url) in rest.prefix(cover ?? 1).enumerated() {
        show(url, above: index == 0 ? .sheet : .stack)
      }
      rest = Array(rest.dropFirst(cover ?? 1))
    }
  }

  // MARK: -

  /// Moves the screens above the tabs to another tab, which becomes visible below them.
  private mutating func move(to other: String) {
    guard other != tab else { return }
    let moved = Array(screens.suffix(coverCount))
    for _ in moved { references[tab]?.dismiss() }
    tab = other
    for url in moved { references[tab]?.show(url) }
  }

  private mutating func remove(_ count: Int) {
    for _ in 0..<count { references[tab]?.dismiss() }
    covers = []
    forget()
  }

  private mutating func make(_ request: NavigationReference.Request) -> RouteError.Code? {
    var script: [NavigationReference.Action] = []
    references[tab]?.staying = stays ? edited : []
    let code = references[tab]?.make(request, &script, replaced: false)
    forget()
    return code
  }

  /// Forgets the edits of screens that are gone.
  private mutating func forget() {
    edited.formIntersection(screens(in: "Notes") + screens(in: "Folders"))
  }
}
