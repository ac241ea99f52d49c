/// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {
  private var loadedView: UIView?
  weak var container: UIViewController?
  var transition: Transition?
  weak var presenter: UIViewController?
  var presented: UIViewController?
  var ownPresentation: UIPresentationController?
  var modelledStoryboard: UIStoryboard?
  private weak var ownTab: UITab?

  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
  public required init?(coder: NSCoder) { super.init() }
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  open var title: String?
  open var restorationIdentifier: String?
  open lazy var navigationItem = UINavigationItem(title: title ?? "")

  // MARK: - The view

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set {
      loadedView = newValue
      newValue?.controller = self
    }
  }
  open var viewIfLoaded: UIView? { loadedView }
  open var isViewLoaded: Bool { loadedView != nil }
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    viewDidLoad()
  }
  open func loadView() { view = UIView() }
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}

  open override var next: UIResponder? { loadedView?.superview }

  // MARK: - Containers

  open var parent: UIViewController? { container }
  open internal(set) var children: [UIViewController] = []

  /// "calls the child's willMove(toParent:) method before adding":
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/addchild(_:)
  open func addChild(_ childController: UIViewController) {
    childController.willMove(toParent: self)
    childController.container?.children.removeAll { $0 === childController }
    childController.container = self
    children.append(childController)
  }

  /// "automatically calls the didMove(toParent:) method":
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/removefromparent()
  open func removeFromParent() {
    container?.children.removeAll { $0 === self }
    container = nil
    didMove(toParent: nil)
  }
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}

  open var navigationController: UINavigationController? {
    (container as? UINavigationController) ?? container?.navigationController
  }
  open var splitViewController: UISplitViewController? {
    (container as? UISplitViewController) ?? container?.splitViewController
  }
  /// "The UITab instance that was used to create the receiver":
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/tab
  @available(iOS 18.0, tvOS 18.0, visionOS 2.0, *)
  open internal(set) var tab: UITab? {
    get { ownTab }
    set { ownTab = newValue }
  }

  // MARK: - Transitions

  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    transition ?? container?.transitionCoordinator
  }

  // MARK: - Presenting

  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
  open var isModalInPresentation = false
  /// True until the end of `viewDidAppear(_:)`, when the controller may already present another one:
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/isbeingpresented
  open internal(set) var isBeingPresented = false
  var isAppearing = false
  open internal(set) var isBeingDismissed = false
  /// "or one of its ancestors":
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/presentedviewcontroller
  open var presentedViewController: UIViewController? { presented ?? container?.presentedViewController }
  open var presentingViewController: UIViewController? { presenter ?? container?.presentingViewController }
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    modelPresent(viewControllerToPresent, animated: flag, completion: completion)
  }
  /// Dismisses the controller that this one presents, or else this controller.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    modelDismiss(animated: flag, completion: completion)
  }

  // MARK: - Showing

  open func show(_ vc: UIViewController, sender: Any?) {
    if let container { return container.show(vc, sender: sender) }
    present(vc, animated: UIView.areAnimationsEnabled)
  }
  open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if let container { return container.showDetailViewController(vc, sender: sender) }
    present(vc, animated: UIView.areAnimationsEnabled)
  }

  // MARK: - Segues

  open var storyboard: UIStoryboard? { modelledStoryboard }
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    modelledStoryboard?.perform(identifier, from: self, sender: sender)
  }
}
