/// https://developer.apple.com/documentation/uikit/uisplitviewcontroller
open class UISplitViewController: UIViewController {
  /// https://developer.apple.com/documentation/uikit/uisplitviewcontroller/style-swift.enum
  public enum Style: Int, Sendable { case unspecified, doubleColumn, tripleColumn }
  /// Also of its cases: https://developer.apple.com/documentation/uikit/uisplitviewcontroller/column
  public enum Column: Int, Sendable {
    case primary, supplementary, secondary, compact
    /// Hidden by default: https://developer.apple.com/documentation/uikit/uisplitviewcontroller/column/inspector
    @available(iOS 26.0, *) @available(tvOS, unavailable) @available(visionOS, unavailable)
    case inspector
  }

  public init(style: UISplitViewController.Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    style = .unspecified
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }
  public required init?(coder: NSCoder) { nil }

  /// https://developer.apple.com/documentation/uikit/uisplitviewcontroller/style-swift.property
  public let style: UISplitViewController.Style
  open internal(set) var isCollapsed = false
  /// The controllers of the columns, as they were set.
  private var columns: [Column: UIViewController] = [:]

  /// Sets whether the columns are one, which only the environment does. This isn't a part of UIKit.
  ///
  /// - Parameter top: The column on top of the others, as the delegate decides.
  public func modelCollapse(_ isCollapsed: Bool, top: Column = .secondary) {
    self.isCollapsed = isCollapsed
    guard style != .unspecified else { return }
    let isVisible: (Column) -> Bool = { [columns] column in
      guard isCollapsed else { return column != .compact && column != .inspector }
      return columns[.compact] == nil ? column == top : column == .compact
    }
    for (column, controller) in columns where !isVisible(column) { detach(controller) }
    for (column, controller) in columns where isVisible(column) { attach(controller) }
  }

  private func attach(_ controller: UIViewController) {
    // "embeds it in a navigation controller"
    let outer = controller as? UINavigationController ?? controller.navigationController ?? wrap(controller)
    guard outer.parent !== self else { return }
    addChild(outer)
    if let shown = outer.view { view.addSubview(shown) }
    outer.didMove(toParent: self)
  }
  private func wrap(_ controller: UIViewController) -> UIViewController {
    controller is UITabBarController ? controller : UINavigationController(rootViewController: controller)
  }
  private func detach(_ controller: UIViewController) {
    let outer = controller.navigationController ?? controller
    guard outer.parent === self else { return }
    outer.willMove(toParent: nil)
    outer.viewIfLoaded?.removeFromSuperview()
    outer.removeFromParent()
  }

  open func viewController(for column: UISplitViewController.Column) -> UIViewController? { columns[column] }
  open func setViewController(_ vc: UIViewController?, for column: UISplitViewController.Column) {
    precondition(style != .unspecified, "A classic split view controller has no columns")
    if let old = columns[column] { detach(old) }
    columns[column] = vc
    if let vc, column != .compact, column != .inspector, !isCollapsed { attach(vc) }
  }
  open func show(_ column: UISplitViewController.Column) { if let shown = columns[column] { attach(shown) } }
  open func hide(_ column: UISplitViewController.Column) {
    if let hidden = columns[column] { detach(hidden) }
  }

  /// For a classic split view controller:
  /// https://developer.apple.com/documentation/uikit/uisplitviewcontroller/viewcontrollers
  open var viewControllers: [UIViewController] {
    get { children }
    set {
      for child in children where !newValue.contains(child) { detach(child) }
      for child in newValue where child.parent !== self {
        addChild(child)
        if let shown = child.view { view.addSubview(shown) }
        child.didMove(toParent: self)
      }
    }
  }

  open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if isCollapsed, let visible = children.first { return visible.show(vc, sender: sender) }
    if style != .unspecified { return setViewController(vc, for: .secondary) }
    viewControllers = Array(viewControllers.prefix(1)) + [vc]
  }
}
