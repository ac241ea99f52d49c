/// https://developer.apple.com/documentation/uikit/uinavigationcontroller
open class UINavigationController: UIViewController {
  var interactive: (popped: UIViewController, before: [UIViewController])?

  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    pushViewController(rootViewController, animated: false)
  }
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }
  var stack: [UIViewController] = []
  open var topViewController: UIViewController? { stack.last }

  private let popGesture = PopGestureRecognizer(isForContent: false)
  private let contentPopGesture = PopGestureRecognizer(isForContent: true)
  @available(tvOS, unavailable)
  open var interactivePopGestureRecognizer: UIGestureRecognizer? { popGesture }
  @available(iOS 26.0, visionOS 26.0, *) @available(tvOS, unavailable)
  open var interactiveContentPopGestureRecognizer: UIGestureRecognizer? { contentPopGesture }

  /// "The navigation controller installs this gesture recognizer on its view".
  open override func viewDidLoad() {
    super.viewDidLoad()
    view.addGestureRecognizer(popGesture)
    view.addGestureRecognizer(contentPopGesture)
  }

  open override func loadView() {
    super.loadView()
    if let top = stack.last?.view { view.addSubview(top) }
  }

  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    precondition(
      !(viewController is UINavigationController), "Pushing a navigation controller is not supported")
    let old = stack.last
    addChild(viewController)
    stack.append(viewController)
    change(from: old, to: viewController, animated) {
      viewController.didMove(toParent: self)
    } takenBack: { [self] in
      stack.removeLast()
      viewController.willMove(toParent: nil)
      viewController.removeFromParent()
    }
  }

  @discardableResult open func popViewController(animated: Bool) -> UIViewController? {
    guard stack.count > 1 else { return nil }
    return popToViewController(stack[stack.count - 2], animated: animated)?.last
  }

  @discardableResult open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    stack.first.flatMap { popToViewController($0, animated: animated) }
  }

  @discardableResult
  open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
    guard let index = stack.firstIndex(of: viewController), index < stack.count - 1 else { return nil }
    let popped = Array(stack[(index + 1)...])
    let old = stack.last
    stack.removeLast(popped.count)
    for controller in popped { controller.willMove(toParent: nil) }
    change(from: old, to: viewController, animated) {
      for controller in popped { controller.removeFromParent() }
    } takenBack: { [self] in
      stack += popped
      for controller in popped { controller.willMove(toParent: self) }
    }
    return popped
  }

  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    let old = stack
    for controller in viewControllers where !old.contains(controller) { addChild(controller) }
    stack = viewControllers
    change(from: old.last, to: viewControllers.last, animated) {
      for controller in old where !viewControllers.contains(controller) {
        controller.willMove(toParent: nil)
        controller.removeFromParent()
      }
    }
  }

  /// "pushes the specified view controller":
  /// https://developer.apple.com/documentation/uikit/uinavigationcontroller/show(_:sender:)
  open override func show(_ vc: UIViewController, sender: Any?) {
    pushViewController(vc, animated: UIView.areAnimationsEnabled)
  }

  private func change(
    from old: UIViewController?, to new: UIViewController?, _ animated: Bool,
    _ end: @escaping @MainActor () -> Void, takenBack: (@MainActor () -> Void)? = nil
  ) {
    guard isViewLoaded else { return end() }
    let animates = animated && UIView.areAnimationsEnabled && view.window != nil
    let started = animates ? Transition(from: old, to: new) : nil
    old?.viewWillDisappear(animates)
    new?.viewWillAppear(animates)
    if let shown = new?.view { view.addSubview(shown) }
    let finish: @MainActor () -> Void = { [self] in
      if old !== new {
        old?.viewIfLoaded?.removeFromSuperview()
        old?.viewDidDisappear(animates)
      }
      new?.viewDidAppear(animates)
      end()
      if started != nil { endTransition() }
    }
    guard let started else { return finish() }
    transition = started
    takeBack = { [self] in
      if old !== new { new?.viewIfLoaded?.removeFromSuperview() }
      takenBack?()
      old?.viewDidAppear(true)
      endTransition(isCancelled: true)
    }
    ModelAnimations.add { [self] in
      guard transition === started else { return }
      takeBack = nil
      finish()
    }
  }
  private var takeBack: (@MainActor () -> Void)?

  /// Takes back the push or pop under way, as an interactive transition of the application's own can.
  ///
  /// This isn't a part of UIKit.
  public func modelUserTakesTransitionBack() {
    let action = takeBack
    takeBack = nil
    action?()
  }
}

/// https://developer.apple.com/documentation/uikit/uinavigationitem
@MainActor open class UINavigationItem: NSObject {
  open var title: String?
  /// "@NSCopying": https://developer.apple.com/documentation/uikit/uinavigationitem/backaction
  @available(tvOS, unavailable)
  open var backAction: UIAction? {
    get { storedBackAction }
    set { storedBackAction = newValue.map { UIAction(identifier: $0.identifier, handler: $0.handler) } }
  }
  private var storedBackAction: UIAction?
  public init(title: String) {
    self.title = title
    super.init()
  }
}

/// https://developer.apple.com/documentation/uikit/uiaction
@MainActor open class UIAction: NSObject {
  /// https://developer.apple.com/documentation/uikit/uiactionhandler
  let handler: UIActionHandler
  /// https://developer.apple.com/documentation/uikit/uiaction/identifier-swift.struct
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }
  /// https://developer.apple.com/documentation/uikit/uiaction/identifier-swift.property
  open var identifier: UIAction.Identifier
  /// https://developer.apple.com/documentation/uikit/uiaction/init(title:subtitle:image:selectedimage:identifier:discoverabilitytitle:attributes:state:handler:)
  public init(
    title: String = "", identifier: UIAction.Identifier? = nil, handler: @escaping UIActionHandler
  ) {
    self.handler = handler
    self.identifier = identifier ?? UIAction.Identifier(UUID().uuidString)
    super.init()
  }
}
/// https://developer.apple.com/documentation/uikit/uiactionhandler
public typealias UIActionHandler = (UIAction) -> Void
