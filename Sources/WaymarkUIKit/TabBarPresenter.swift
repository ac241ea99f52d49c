#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import Waymark

  /// The presenter of a window with a tab bar controller: it selects tabs, and leaves the rest to that of all windows.
  ///
  /// A tab's name is the identifier of its `UITab`. A tab bar controller with view controllers only, such as a
  /// storyboard's, has no such objects; there, it's the `restorationIdentifier` of the view controller, or else its index.
  @MainActor
  final class TabBarPresenter {
    private weak var tabBar: UITabBarController?
    private let presenter = UIKitPresenter.shared

    init(_ tabBar: UITabBarController) { self.tabBar = tabBar }
  }

  extension TabBarPresenter: TabPresenter {
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

    // MARK: - Other requests

    func validate(_ transition: RouteTransition) throws(RouteError) { try presenter.validate(transition) }

    func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
      presenter.show(transition, completion: completion)
    }

    func canRemove(_ transition: RouteTransition) -> Bool { presenter.canRemove(transition) }

    func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
      presenter.remove(transition, completion: completion)
    }

    func holder(of destination: Any) -> String? { presenter.holder(of: destination) }
  }

  extension TabBarPresenter: AdoptingPresenter {
    func makesView(along kind: RoutePath.Kind) -> Bool { presenter.makesView(along: kind) }

    func show(
      _ transition: RouteTransition,
      adopting adopt: @escaping @MainActor (Any) throws(RouteError) -> RouteTransition,
      completion: @escaping @MainActor ((any Error)?) -> Void
    ) {
      presenter.show(transition, adopting: adopt, completion: completion)
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
