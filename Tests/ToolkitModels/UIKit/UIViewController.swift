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

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/init(nibname:bundle:)
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
  public required init?(coder: NSCoder) { super.init() }
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/title
  open var title: String?
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/restorationidentifier
  open var restorationIdentifier: String?
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/navigationitem
  open lazy var navigationItem = UINavigationItem(title: title ?? "")

  // MARK: - The view

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/view
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
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/viewifloaded
  open var viewIfLoaded: UIView? { loadedView }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/isviewloaded
  open var isViewLoaded: Bool { loadedView != nil }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/loadviewifneeded()
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    viewDidLoad()
  }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/loadview()
  open func loadView() { view = UIView() }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidload()
  open func viewDidLoad() {}
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/viewwillappear(_:)
  open func viewWillAppear(_ animated: Bool) {}
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidappear(_:)
  open func viewDidAppear(_ animated: Bool) {}
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/viewwilldisappear(_:)
  open func viewWillDisappear(_ animated: Bool) {}
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdiddisappear(_:)
  open func viewDidDisappear(_ animated: Bool) {}

  open override var next: UIResponder? { loadedView?.superview }

  // MARK: - Containers

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/parent
  open var parent: UIViewController? { container }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/children
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
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/willmove(toparent:)
  open func willMove(toParent parent: UIViewController?) {}
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/didmove(toparent:)
  open func didMove(toParent parent: UIViewController?) {}

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/navigationcontroller
  open var navigationController: UINavigationController? {
    (container as? UINavigationController) ?? container?.navigationController
  }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/splitviewcontroller
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

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/transitioncoordinator
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    transition ?? container?.transitionCoordinator
  }

  // MARK: - Presenting

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/modalpresentationstyle
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/transitioningdelegate
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/ismodalinpresentation
  open var isModalInPresentation = false
  /// True until the end of `viewDidAppear(_:)`, when the controller may already present another one:
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/isbeingpresented
  open internal(set) var isBeingPresented = false
  var isAppearing = false
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/isbeingdismissed
  open internal(set) var isBeingDismissed = false
  /// "or one of its ancestors":
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/presentedviewcontroller
  open var presentedViewController: UIViewController? { presented ?? container?.presentedViewController }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/presentingviewcontroller
  open var presentingViewController: UIViewController? { presenter ?? container?.presentingViewController }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/present(_:animated:completion:)
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    modelPresent(viewControllerToPresent, animated: flag, completion: completion)
  }
  /// Dismisses the controller that this one presents, or else this controller.
  ///
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/dismiss(animated:completion:)
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    modelDismiss(animated: flag, completion: completion)
  }

  // MARK: - Showing

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/show(_:sender:)
  open func show(_ vc: UIViewController, sender: Any?) {
    if let container { return container.show(vc, sender: sender) }
    present(vc, animated: UIView.areAnimationsEnabled)
  }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/showdetailviewcontroller(_:sender:)
  open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if let container { return container.showDetailViewController(vc, sender: sender) }
    present(vc, animated: UIView.areAnimationsEnabled)
  }

  // MARK: - Segues

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/storyboard
  open var storyboard: UIStoryboard? { modelledStoryboard }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/prepare(for:sender:)
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/performsegue(withidentifier:sender:)
  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    modelledStoryboard?.perform(identifier, from: self, sender: sender)
  }
}
