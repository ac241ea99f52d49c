import WaymarkCore

/// What has to be done until the wanted screens are shown.
@MainActor
struct WindowDifference {
  /// The screens that stay, the lowest first.
  var kept: [ShownScreen] = []
  /// The screens above all tabs that are removed before another tab is selected, the topmost first.
  var covering: [ShownScreen] = []
  /// The tab that is selected.
  var tab: String?
  /// The screens that are removed then, the topmost first.
  var removed: [ShownScreen] = []
  /// The screens that stay and take over the parameters of a step, the lowest first.
  var updated: [(screen: ShownScreen, target: WantedScreens.Target)] = []
  /// The steps that are shown then.
  var shown: [WantedScreens.Target] = []

  /// All screens that are removed, in this order.
  var allRemoved: [ShownScreen] { covering + removed }
  /// The number of changes that a user can see.
  var count: Int { covering.count + (tab == nil ? 0 : 1) + removed.count + shown.count }

  /// The changes, in the order in which they're made.
  var changes: [Navigator.Change] {
    kept.map { .keep($0.screen) } + covering.map { .remove($0.screen) }
      + (tab.map { [.select(tab: $0)] } ?? []) + removed.map { .remove($0.screen) }
      + updated.map { .update($0.screen.screen, to: $0.target.step) }
      + shown.map { .show($0.step) }
  }
}
