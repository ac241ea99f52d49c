#if canImport(UIKit)
  import UIKit
  import Waymark

  /// The presenter of a window with a tab bar controller: it selects tabs, and leaves the rest to that of all windows.
  ///
  /// A tab's name is the `restorationIdentifier` of its view controller, which takes precedence because UIKit may name the
  /// tabs of view controllers itself; or else the identifier of its `UITab`; or else its index.
  @MainActor
  final class TabBarPresenter {
    private weak var tabBar: UITabBarController?
    let presenter = UIKitPresenter.shared

    init(_ tabBar: UITabBarController) { self.tabBar = tabBar }
  }

  extension TabBarPresenter: TabPresenter, ForwardingPresenter {
    var selectedTab: String? {
      guard let tabBar, let controller = tabBar.selectedViewController else { return nil }
      return controller.restorationIdentifier ?? tabBar.selectedTab?.identifier ?? "\(tabBar.selectedIndex)"
    }

    func selectTab(_ name: String, animated: Bool) throws(RouteError) {
      guard let tabBar else { throw .sourceGone() }
      let controllers = tabBar.viewControllers ?? []
      if let controller = controllers.first(where: { $0.restorationIdentifier == name }) {
        presenter.run(animated: animated) { tabBar.selectedViewController = controller }
      } else if let tab = tabBar.tab(forIdentifier: name) {
        presenter.run(animated: animated) { tabBar.selectedTab = tab }
      } else if tabBar.tabs.isEmpty, let index = Int(name), controllers.indices.contains(index),
        controllers[index].restorationIdentifier == nil
      {
        presenter.run(animated: animated) { tabBar.selectedIndex = index }
      } else {
        let names = controllers.enumerated().map { $1.restorationIdentifier ?? "\($0)" }
        throw .noTab(name, in: tabBar.tabs.isEmpty ? names : tabBar.tabs.map(\.identifier))
      }
    }

    func coversTabs(_ kind: RoutePath.Kind) -> Bool {
      [.present, .popover, .sheet, .window].contains(kind)
    }
  }

  extension UIViewController {
    /// The presenter of a window whose outermost controller is this one.
    var windowPresenter: any RoutePresenter {
      tabBarInside.map(TabBarPresenter.init) ?? UIKitPresenter.shared
    }

    /// The controller, or the first one inside of it, that has a tab bar.
    fileprivate var tabBarInside: UITabBarController? {
      if let tabBar = self as? UITabBarController { return tabBar }
      for child in children { if let tabBar = child.tabBarInside { return tabBar } }
      return nil
    }

    /// Whether the controller is in a tab that isn't selected.
    var isInOtherTab: Bool {
      guard let parent else { return false }
      if let tabBar = parent as? UITabBarController, tabBar.selectedViewController !== self { return true }
      return parent.isInOtherTab
    }
  }

  extension UIWindowScene {
    /// The presenter of the scene's first window with a tab bar controller, or that of all windows.
    var windowPresenter: any RoutePresenter {
      for window in windows {
        if let tabBar = window.rootViewController?.tabBarInside { return TabBarPresenter(tabBar) }
      }
      return UIKitPresenter.shared
    }
  }
#endif
