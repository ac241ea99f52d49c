#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Waymark
  import WaymarkToolkit

  /// A presenter for a window with a tab view controller, which also selects tabs.
  ///
  /// A tab's name is the identifier of its `NSTabViewItem` if that is a string, or else its index.
  final class TabViewPresenter: AppKitPresenter, TabPresenter {
    private weak var tabView: NSTabViewController?

    init(_ tabView: NSTabViewController) { self.tabView = tabView }

    /// The names of the tabs, in order.
    private var names: [String] {
      (tabView?.tabViewItems ?? []).enumerated().map { $1.identifier as? String ?? "\($0)" }
    }

    var selectedTab: String? {
      guard let tabView, names.indices.contains(tabView.selectedTabViewItemIndex) else { return nil }
      return names[tabView.selectedTabViewItemIndex]
    }

    func validate(tab name: String) throws(RouteError) { _ = try index(of: name) }

    // The controller's `transitionOptions` determine the animation.
    func selectTab(_ name: String, animated: Bool) throws(RouteError) {
      tabView?.selectedTabViewItemIndex = try index(of: name)
    }

    private func index(of name: String) throws(RouteError) -> Int {
      guard tabView != nil else { throw .sourceGone() }
      guard let index = names.firstIndex(of: name) else { throw .noTab(name, in: names) }
      return index
    }

    func coversTabs(_ kind: RoutePath.Kind) -> Bool { true }
  }

  extension NSViewController {
    /// The presenter of a window with this controller as its outermost one.
    var windowPresenter: any RoutePresenter {
      tabViewInside.map(TabViewPresenter.init) ?? AppKitPresenter.shared
    }

    /// The controller, or the first one inside of it, that has tabs.
    private var tabViewInside: NSTabViewController? {
      if let tabView = self as? NSTabViewController { return tabView }
      for child in children { if let tabView = child.tabViewInside { return tabView } }
      return nil
    }
  }
#endif
