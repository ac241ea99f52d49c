/// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {
  private var loadedView: UIView?
  weak var container: UIViewController?
  var transition: Transition?
  weak var presenter: UIViewController?
  var presented: UIViewController?
  var ownPresentation: UIPresentationController?
  var modelledStoryboard: UIStoryboard?

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/init(nibname:bundle:)
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
  public required init?(coder: NSCoder) { super.init() }
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  open var title: String?
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/restorationidentifier
  open var restorationIdentifier: String?
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

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/parent
  open var parent: UIViewController? { container }
  open internal(set) var children: [UIViewController] = []

  /// "calls the child's willMove(toParent:) method before adding": https://developer.apple.com/documentation/uikit/uiviewcontroller/addchild(_:)
  open func addChild(_ childController: UIViewController) {
    childController.willMove(toParent: self)
    childController.container?.children.removeAll { $0 === childController }
    childController.container = self
    children.append(childController)
  }

  /// "automatically calls the didMove(toParent:) method": https://developer.apple.com/documentation/uikit/uiviewcontroller/removefromparent()
  open func removeFromParent() {
    container?.children.removeAll { $0 === self }
    container = nil
    didMove(toParent: nil)
  }
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}

  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/navigationcontroller
  open var navigationController: UINavigationController? {
    (container as? UINavigationController) ?? container?.navigationController
  }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/splitviewcontroller
  open var splitViewController: UISplitViewController? {
    (container as? UISplitViewController) ?? container?.splitViewController
  }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/tabbarcontroller
  open var tabBarController: UITabBarController? {
    (container as? UITabBarController) ?? container?.tabBarController
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
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/isbeingpresented
  open internal(set) var isBeingPresented = false
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/isbeingdismissed
  open internal(set) var isBeingDismissed = false
  /// "or one of its ancestors": https://developer.apple.com/documentation/uikit/uiviewcontroller/presentedviewcontroller
  open var presentedViewController: UIViewController? { presented ?? container?.presentedViewController }
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/presentingviewcontroller
  open var presentingViewController: UIViewController? { presenter ?? container?.presentingViewController }

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
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  /// https://developer.apple.com/documentation/uikit/uiviewcontroller/performsegue(withidentifier:sender:)
  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    modelledStoryboard?.perform(identifier, from: self, sender: sender)
  }
}
