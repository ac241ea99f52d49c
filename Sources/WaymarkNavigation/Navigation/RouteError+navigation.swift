import WaymarkCore

// The errors of navigators.
extension RouteError {
  static let busy = RouteError(
    .busy, "the navigator is already changing what is shown",
    remedy: "await the change under way, or create the navigator with whileBusy: .wait or .replace")

  static let waitingForItself = RouteError(
    .busy,
    "a closure that decides about a change of the navigator waits for another change of the same navigator",
    remedy:
      "return .redirectToURL(_:) or .redirect(to:) from the interceptor, or make the other change in a task that the "
      + "closure does not await")

  static let superseded = RouteError(
    .superseded, "a later change replaced this one before it had ended",
    remedy: "nothing, if the later one is meant; otherwise, create the navigator with whileBusy: .wait")

  static let canceledChange = RouteError(
    .refused, "the task was canceled while the navigator changed what is shown",
    underlying: CancellationError())

  static func removedMeanwhile(before step: RoutePlan.Step) -> RouteError {
    RouteError(
      .superseded, "what is shown has changed before \(step) could be shown above it",
      remedy: "nothing, if the user has removed a screen; otherwise, open the URL again")
  }

  static func navigatorSourceGone(_ location: DeclarationLocation) -> RouteError {
    RouteError(
      .actionFailed, "the source of the navigator that was created at \(location) was deallocated",
      remedy:
        "store the source in a constant or a property as long as the navigator is used, because the navigator "
        + "does not retain it")
  }

  static func noTabs(for tab: String) -> RouteError {
    RouteError(
      .unsupportedPath, "the presenter of the window has no tabs, so it cannot select '\(tab)'",
      remedy: "conform the presenter to TabPresenter, or remove the step from the plan")
  }

  static func tabNotSelected(_ tab: String) -> RouteError {
    RouteError(
      .actionFailed, "the presenter has not selected the tab '\(tab)'",
      remedy: "make selectTab(_:animated:) set selectedTab, or throw")
  }

  static func tabAboveScreens(_ tab: String) -> RouteError {
    RouteError(
      .unsupportedPath, "the tab '\(tab)' is not the first step of its plan",
      remedy: "put the step that selects a tab before the screens that are shown in it")
  }

  static func nothingShown(toGoBackTo token: String?) -> RouteError {
    RouteError(
      .actionFailed,
      token.map { "no screen of \($0) is shown, to which one could go back" } ?? "no screen is shown",
      remedy: "check the screens of the navigator first")
  }
}
