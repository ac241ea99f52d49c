public import WaymarkCore

/// A presenter whose window has tabs, each with screens of its own.
///
///     func selectTab(_ name: String, animated: Bool) throws(RouteError) {
///       guard tabs.contains(name) else { throw RouteError(.unsupportedPath, "there is no tab '\(name)'") }
///       selectedTab = name
///     }
///
/// A ``Navigator`` selects a tab for a step that is a ``RoutePlan/Step/tab(_:)``, and knows what is shown in each.
/// Nothing has to be reported when the user selects another tab.
@MainActor
public protocol TabPresenter: RoutePresenter {
  /// The name of the selected tab, or nil if the window has no tabs.
  var selectedTab: String? { get }

  /// Selects a tab.
  ///
  /// - Parameters:
  ///   - name: The name of the tab.
  ///   - animated: Whether the change should be animated.
  /// - Throws: The reason why the tab can't be selected.
  func selectTab(_ name: String, animated: Bool) throws(RouteError)

  /// Returns whether views of a kind of path are shown above all tabs, not in one of them.
  ///
  /// - Parameter kind: The kind of presentation.
  func coversTabs(_ kind: RoutePath.Kind) -> Bool
}

extension TabPresenter {
  /// Returns true for `present`, `sheet`, and `popover`.
  public func coversTabs(_ kind: RoutePath.Kind) -> Bool {
    kind == .present || kind == .sheet || kind == .popover
  }
}
