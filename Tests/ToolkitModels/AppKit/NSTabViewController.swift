/// https://developer.apple.com/documentation/appkit/nstabviewcontroller
open class NSTabViewController: NSViewController {
  /// https://developer.apple.com/documentation/appkit/nstabviewcontroller/tabviewitems
  open var tabViewItems: [NSTabViewItem] = [] {
    didSet {
      for item in tabViewItems {
        if let child = item.viewController, child.parent !== self { addChild(child) }
      }
      if selectedTabViewItemIndex < 0, !tabViewItems.isEmpty { selectedTabViewItemIndex = 0 }
    }
  }
  /// https://developer.apple.com/documentation/appkit/nstabviewcontroller/addtabviewitem(_:)
  open func addTabViewItem(_ tabViewItem: NSTabViewItem) { tabViewItems.append(tabViewItem) }

  /// https://developer.apple.com/documentation/appkit/nstabviewcontroller/selectedtabviewitemindex
  open var selectedTabViewItemIndex = -1 {
    didSet {
      for child in children where child.isViewLoaded { child.view.removeFromSuperview() }
      guard tabViewItems.indices.contains(selectedTabViewItemIndex) else { return }
      if let shown = tabViewItems[selectedTabViewItemIndex].viewController?.view { view.addSubview(shown) }
    }
  }
}

/// https://developer.apple.com/documentation/appkit/nstabviewitem
@MainActor open class NSTabViewItem: NSObject {
  /// https://developer.apple.com/documentation/appkit/nstabviewitem/init(identifier:)
  public init(identifier: Any?) {
    self.identifier = identifier
    super.init()
  }
  /// https://developer.apple.com/documentation/appkit/nstabviewitem/init(viewcontroller:)
  public convenience init(viewController: NSViewController) {
    self.init(identifier: nil)
    self.viewController = viewController
  }
  /// https://developer.apple.com/documentation/appkit/nstabviewitem/identifier
  open var identifier: Any?
  /// https://developer.apple.com/documentation/appkit/nstabviewitem/viewcontroller
  open var viewController: NSViewController?
}
