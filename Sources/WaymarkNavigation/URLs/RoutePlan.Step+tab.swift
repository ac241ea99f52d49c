import WaymarkCore

extension RoutePlan.Step {
  /// Returns a step that selects a tab, in which the steps after it are shown.
  ///
  ///     let inbox = RoutePlan(steps: [.tab("inbox")] + plan.steps)
  ///
  /// It's the first step of its plan, and needs a ``TabPresenter``. Its ``url`` is the name of the tab.
  ///
  /// - Parameter name: The name of the tab.
  public static func tab(_ name: String) -> Self {
    Self(
      url: name, kind: RoutePath.Kind.tab.name, pattern: "", destination: "", identifiers: [], location: "",
      parameters: [:], interceptors: [])
  }

  /// The name of the tab that the step selects, or nil if it shows a screen.
  public var tab: String? { kind == RoutePath.Kind.tab.name ? url : nil }
}
