/// https://developer.apple.com/documentation/uikit/uitabbarcontroller
open class UITabBarController: UIViewController {
  @available(iOS 18.0, tvOS 18.0, *)
  public init(tabs: [UITab]) {
    super.init(nibName: nil, bundle: nil)
    self.tabs = tabs
    selectedTab = tabs.first
  }
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The header of `tabs` says that UIKit doesn't call this property once the application has its own tabs.
  open var viewControllers: [UIViewController]? {
    get { hasOwnTabs ? nil : children.filter { $0 !== more } }
    set {
      hasOwnTabs = false
      for child in newValue ?? [] {
        addChild(child)
        child.didMove(toParent: self)
      }
      storedTabs = (newValue ?? []).map { UITab(modelledFor: $0) }
      selectedIndex = 0
    }
  }

  // MARK: - More tabs than the tab bar has items

  private var hasOwnTabs = false
  private var more: UINavigationController?
  /// The number of tabs with an item of their own, if there are more tabs.
  private static let itemCount = 4
  /// The value of `NSNotFound`.
  private static let notFound = Int.max
  open var tabBar: UITabBar {
    let count = viewControllers?.count ?? storedTabs.count
    return UITabBar(items: count > Self.itemCount + 1 ? Self.itemCount + 1 : count)
  }

  /// Selects the More item, and a tab in the list of its navigation controller. This isn't a part of UIKit.
  public func modelUserOpensMore(selecting index: Int? = nil) {
    let list = more ?? UINavigationController(rootViewController: UIViewController())
    if more == nil {
      more = list
      addChild(list)
      list.didMove(toParent: self)
    }
    list.popToRootViewController(animated: false)
    storedTab = nil
    if let chosen = index.flatMap({ viewControllers?[$0] ?? storedTabs[$0].makeViewController() }) {
      // The controller is a screen of the list, and still one of the tab bar controller's.
      let all = children
      list.pushViewController(chosen, animated: false)
      children = all
    }
    selectedIndex = Self.notFound
  }

  open var selectedIndex = 0 {
    didSet {
      for child in children { child.viewIfLoaded?.removeFromSuperview() }
      if let shown = selectedViewController?.view { view.addSubview(shown) }
      modelChangesAnimated.append(UIView.areAnimationsEnabled)
    }
  }
  /// "Changing the view controller also updates the selectedIndex property accordingly":
  /// https://developer.apple.com/documentation/uikit/uitabbarcontroller/selectedviewcontroller
  open var selectedViewController: UIViewController? {
    get {
      // "If the selected view controller is currently the More navigation controller", the index is NSNotFound.
      if selectedIndex == Self.notFound { return more }
      return children.indices.contains(selectedIndex) ? children[selectedIndex] : nil
    }
    set { if let index = children.firstIndex(where: { $0 === newValue }) { selectedIndex = index } }
  }

  @available(iOS 18.0, tvOS 18.0, *)
  open var tabs: [UITab] {
    get { storedTabs }
    set {
      storedTabs = newValue
      hasOwnTabs = true
    }
  }
  private var storedTabs: [UITab] = []
  private var storedTab: UITab?

  /// "The default value for this property is nil". UIKit sets it to a tab that it has made for a controller.
  @available(iOS 18.0, tvOS 18.0, *)
  open var selectedTab: UITab? {
    get { storedTab ?? storedTabs.first { $0.viewController === selectedViewController } }
    set {
      storedTab = newValue
      guard let controller = newValue?.makeViewController() else { return }
      if controller.parent !== self {
        addChild(controller)
        controller.didMove(toParent: self)
      }
      selectedViewController = controller
    }
  }

  @available(iOS 18.0, tvOS 18.0, *)
  open func tab(forIdentifier identifier: String) -> UITab? { tabs.first { $0.identifier == identifier } }

  /// Whether each selection was animated, in order. This isn't a part of UIKit.
  public private(set) var modelChangesAnimated: [Bool] = []

  /// Selects a tab as the user does. This isn't a part of UIKit.
  public func modelUserSelects(_ index: Int) { selectedTab = tabs[index] }
}

/// https://developer.apple.com/documentation/uikit/uitab
@available(iOS 18.0, tvOS 18.0, *)
@MainActor open class UITab: NSObject {
  private let provider: ((UITab) -> UIViewController)?
  private var made: UIViewController?

  public init(
    title: String, image: UIImage?, identifier: String,
    viewControllerProvider: ((UITab) -> UIViewController)? = nil
  ) {
    self.title = title
    self.identifier = identifier
    provider = viewControllerProvider
    super.init()
  }

  /// Creates the tab that UIKit makes for a view controller.
  init(modelledFor controller: UIViewController) {
    title = controller.title ?? ""
    identifier = "UITab-\(UUID().uuidString)"
    provider = nil
    made = controller
    super.init()
  }

  open var title: String
  public let identifier: String
  open var viewController: UIViewController? { made }

  func makeViewController() -> UIViewController? {
    if made == nil {
      made = provider?(self)
      made?.tab = self
    }
    return made
  }
}

/// https://developer.apple.com/documentation/uikit/uitabbar
open class UITabBar: UIView {
  open var items: [UITabBarItem]?

  init(items count: Int) {
    super.init(frame: .zero)
    items = (0..<count).map { _ in UITabBarItem() }
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// https://developer.apple.com/documentation/uikit/uitabbaritem
@MainActor open class UITabBarItem: NSObject {}

/// https://developer.apple.com/documentation/uikit/uiimage
open class UIImage: NSObject {}
