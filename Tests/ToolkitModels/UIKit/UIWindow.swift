/// https://developer.apple.com/documentation/uikit/uiwindow
open class UIWindow: UIView {
  open override var window: UIWindow? { self }

  /// https://developer.apple.com/documentation/uikit/uiwindow/init(windowscene:)
  public init(windowScene: UIWindowScene) {
    super.init(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    isHidden = true
    self.windowScene = windowScene
    windowScene.attach(self)
  }
  public required init?(coder: NSCoder) { nil }

  /// https://developer.apple.com/documentation/uikit/uiwindow/windowscene
  open weak var windowScene: UIWindowScene? {
    didSet {
      guard oldValue !== windowScene else { return }
      oldValue?.detach(self)
      windowScene?.attach(self)
    }
  }

  /// https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.viewIfLoaded?.removeFromSuperview()
      if let view = rootViewController?.view { addSubview(view) }
    }
  }

  /// https://developer.apple.com/documentation/uikit/uiwindow/iskeywindow
  open private(set) var isKeyWindow = false

  /// https://developer.apple.com/documentation/uikit/uiwindow/makekey()
  open func makeKey() {
    for other in windowScene?.windows ?? [] { other.isKeyWindow = false }
    isKeyWindow = true
  }

  /// https://developer.apple.com/documentation/uikit/uiwindow/makekeyandvisible()
  open func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }
}
