public import WaymarkCore

extension Navigator {
  /// An error that ends a change of a navigator, with the completed steps.
  ///
  ///     do {
  ///       try await navigator.open("notes://editor/7")
  ///     } catch {
  ///       if error.code != .stayed { print(error.error, error.done) }
  ///     }
  public struct Failure: Error, RouteFailure, CustomStringConvertible, Sendable {
    /// The error that ended the change.
    public let error: RouteError
    /// The steps before the error, in order, which the navigator doesn't undo.
    public let done: [Change]

    /// The kind of the error, such as `stayed`, `superseded`, or `busy`.
    public var code: RouteError.Code { error.code }

    /// Whether the change ended because its task was canceled.
    public var isCancellation: Bool { error.underlying is CancellationError }

    /// The completed steps that have changed the screens.
    var changes: [Change] { done.filter { if case .keep = $0 { false } else { true } } }

    /// A description of the error and the completed steps.
    public var description: String {
      let changes = changes
      guard !changes.isEmpty else { return "\(error)" }
      return "\(error)\n    after: \(changes.map(\.description).joined(separator: ", "))"
    }
  }
}

// Errors of navigators.
extension RouteError {
  static func busy(_ location: DeclarationLocation) -> RouteError {
    RouteError(
      .busy, "the navigator that was created at \(location) is already changing its screens",
      remedy: "await the change under way\ncreate the navigator with whileBusy: .wait or .replace")
  }

  static let waitingForItself = RouteError(
    .busy,
    "a closure that decides about a change of the navigator waits for another change of the same navigator",
    remedy:
      "make the other change in a task that the closure does not await\nreturn .redirectToURL(_:) or "
      + ".redirect(to:), if the closure is an interceptor")

  static let superseded = RouteError(
    .superseded, "a later change replaced this one before it had ended",
    remedy: "do nothing if the later one is meant\ncreate the navigator with whileBusy: .wait")

  static let windowClosed = RouteError(
    .superseded, "the window was closed before the change of its screens had ended",
    remedy: "do nothing if the user has closed the window\nmake the change in another window")

  static let canceledChange = RouteError(
    .refused, "the task was canceled while the navigator changed its screens",
    underlying: CancellationError())

  static func changedMeanwhile(before step: RoutePlan.Step) -> RouteError {
    RouteError(
      .superseded, "the screens have changed before \(step) could be shown above them",
      remedy: "do nothing if the user has changed the screens\nopen the URL again")
  }

  static func tabChanged(from tab: String) -> RouteError {
    RouteError(
      .superseded, "another tab was selected before the change in the tab '\(tab)' had ended",
      remedy: "do nothing if the user has selected it\nmake the change again")
  }

  static func navigatorSourceGone(_ location: DeclarationLocation) -> RouteError {
    RouteError(
      .actionFailed, "the source of the navigator that was created at \(location) was deallocated",
      remedy:
        "store the source in a constant or a property as long as the navigator is used, because the navigator "
        + "does not retain it")
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

  @MainActor
  static func notRestored(_ tabs: [WantedScreens], because cause: RouteError) -> RouteError {
    RouteError(
      cause.code,
      "some saved screens could not be restored: \(tabs.compactMap(\.missing).joined(separator: "; "))",
      remedy:
        "save the plans of the navigator again, which have only the restored screens\n"
        + "keep the routes and tabs of earlier versions",
      underlying: cause
    ).following(cause)
  }

  static func nothingShown(toGoBackTo token: String?, _ location: DeclarationLocation) -> RouteError {
    let navigator = "the navigator that was created at \(location)"
    return RouteError(
      .actionFailed,
      token.map { "\(navigator) shows no screen of \($0), to which one could go back" }
        ?? "\(navigator) shows no screen",
      remedy: "check the screens of the navigator first")
  }
}
