#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkToolkit

  /// A presenter for a window with a tab bar controller, which also selects tabs.
  ///
  /// A tab's name is the identifier of its `UITab` if the application has set `tabs`, which iOS 18 has. If it has set
  /// only view controllers, UIKit creates the tabs, and the name is the `restorationIdentifier` of the view controller,
  /// or else the index.
  final class TabBarPresenter: UIKitPresenter, TabPresenter {
    private weak var tabBar: UITabBarController?

    init(_ tabBar: UITabBarController) { self.tabBar = tabBar }

    var selectedTab: String? {
      guard let tabBar else { return nil }
      if #available(iOS 18, tvOS 18, visionOS 2, *), !tabBar.ownTabs.isEmpty, let tab = tabBar.selectedTab {
        return tab.identifier
      }
      guard let controller = tabBar.selectedViewController else { return nil }
      return tabBar.namedTabs.first { $0.controller === controller }?.name ?? tabBar.nameInMore
    }

    func validate(tab name: String) throws(RouteError) { _ = try selection(of: name) }

    func selectTab(_ name: String, animated: Bool) throws(RouteError) {
      run(animated: animated, try selection(of: name))
    }

    /// Returns a closure that selects a tab.
    private func selection(of name: String) throws(RouteError) -> () -> Void {
      guard let tabBar else { throw .sourceGone() }
      let names = tabBar.namedTabs.map(\.name)
      if #available(iOS 18, tvOS 18, visionOS 2, *), !tabBar.ownTabs.isEmpty {
        guard let tab = tabBar.tab(forIdentifier: name) else { throw .noTab(name, in: names) }
        return { tabBar.selectedTab = tab }
      }
      guard let index = names.firstIndex(of: name) else { throw .noTab(name, in: names) }
      return { tabBar.selectedIndex = index }
    }

    func coversTabs(_ kind: RoutePath.Kind) -> Bool {
      [.present, .popover, .sheet, .window].contains(kind)
    }

    func tab(of transition: RouteTransition) -> String? {
      guard !coversTabs(transition.path.kind), let tabBar else { return nil }
      let controller =
        transition.view as? UIViewController ?? (transition.view as? UIView)?.nearestController
      // A controller that is pushed inside a sheet is above all tabs, too.
      return controller.flatMap(tabBar.nameOfTab(with:))
    }
  }

  extension UITabBarController {
    /// The tabs that the application has set, or none if UIKit has created them for view controllers.
    @available(iOS 18, tvOS 18, visionOS 2, *)
    fileprivate var ownTabs: [UITab] {
      if let controller = selectedTab?.viewController { return controller.tab == nil ? [] : tabs }
      return (viewControllers ?? []).contains { $0.tab == nil } ? [] : tabs
    }

    /// The tabs, each with its controller if it has been created.
    ///
    /// UIKit doesn't use the list of view controllers if the application has its own tabs.
    fileprivate var namedTabs: [(name: String, controller: UIViewController?)] {
      if #available(iOS 18, tvOS 18, visionOS 2, *) {
        let tabs = ownTabs
        guard tabs.isEmpty else { return tabs.map { ($0.identifier, $0.viewController) } }
      }
      return (viewControllers ?? []).enumerated().map { ($1.restorationIdentifier ?? "\($0)", $1) }
    }

    /// The More navigation controller, if it's selected, which is the controller of no tab.
    private var selectedMore: UINavigationController? {
      guard let more = selectedViewController as? UINavigationController else { return nil }
      if #available(iOS 18, tvOS 18, visionOS 2, *), !ownTabs.isEmpty, selectedTab != nil { return nil }
      return namedTabs.contains { $0.controller === more } ? nil : more
    }

    /// The name of the tab that the More navigation controller shows, or of the first one in its list.
    ///
    /// While the More navigation controller is selected, UIKit has no selected index.
    fileprivate var nameInMore: String? {
      let tabs = namedTabs
      let stack = selectedMore?.viewControllers ?? []
      let shown = tabs.first { tab in stack.contains { $0 === tab.controller } }
      // The last item of the tab bar stands for all tabs in the list.
      return (shown ?? tabs.prefix(max(tabBar.items?.count ?? 1, 1)).last)?.name
    }

    /// Returns the name of the tab that contains a controller, or nil if none does.
    fileprivate func nameOfTab(with controller: UIViewController) -> String? {
      let holders = Array(sequence(first: controller, next: \.parent))
      guard controller !== self, holders.contains(self) else { return nil }
      if #available(iOS 18, tvOS 18, visionOS 2, *), !ownTabs.isEmpty {
        let tab = holders.lazy.compactMap(\.tab).first { $0 === self.tab(forIdentifier: $0.identifier) }
        if let tab { return tab.identifier }
      }
      if let tab = namedTabs.first(where: { tab in holders.contains { $0 === tab.controller } }) {
        return tab.name
      }
      // The screen may be above a tab in the More navigation controller.
      return selectedMore.map(holders.contains) == true ? nameInMore : nil
    }
  }

  extension UIViewController {
    /// The presenter of a window with this controller as its outermost one.
    var windowPresenter: any RoutePresenter {
      tabBarInside.map(TabBarPresenter.init) ?? UIKitPresenter.shared
    }

    /// The controller, or the first one inside of it, that has a tab bar.
    fileprivate var tabBarInside: UITabBarController? {
      if let tabBar = self as? UITabBarController { return tabBar }
      for child in children { if let tabBar = child.tabBarInside { return tabBar } }
      return nil
    }

    /// Whether the controller is in an unselected tab.
    var isInOtherTab: Bool {
      guard let parent else { return false }
      if let tabBar = parent as? UITabBarController, tabBar.selectedViewController !== self { return true }
      return parent.isInOtherTab
    }
  }

  extension UIWindowScene {
    /// The presenter of the scene's first window with a tab bar controller, or the presenter of all windows.
    var windowPresenter: any RoutePresenter {
      for window in windows {
        if let tabBar = window.rootViewController?.tabBarInside { return TabBarPresenter(tabBar) }
      }
      return UIKitPresenter.shared
    }
  }
#endif
