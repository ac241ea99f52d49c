/// https://developer.apple.com/documentation/appkit/nstabviewcontroller
open class NSTabViewController: NSViewController {
  open var tabViewItems: [NSTabViewItem] = [] {
    didSet {
      for item in tabViewItems {
        if let child = item.viewController, child.parent !== self { addChild(child) }
      }
      if selectedTabViewItemIndex < 0, !tabViewItems.isEmpty { selectedTabViewItemIndex = 0 }
    }
  }
  open func addTabViewItem(_ tabViewItem: NSTabViewItem) { tabViewItems.append(tabViewItem) }

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
  public init(identifier: Any?) {
    self.identifier = identifier
    super.init()
  }
  public convenience init(viewController: NSViewController) {
    self.init(identifier: nil)
    self.viewController = viewController
  }
  open var identifier: Any?
  open var viewController: NSViewController?
}
