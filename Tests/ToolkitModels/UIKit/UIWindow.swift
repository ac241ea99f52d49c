/// https://developer.apple.com/documentation/uikit/uiwindow
open class UIWindow: UIView {
  open override var window: UIWindow? { self }

  public init(windowScene: UIWindowScene) {
    super.init(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    isHidden = true
    self.windowScene = windowScene
    windowScene.attach(self)
  }
  public required init?(coder: NSCoder) { nil }

  open weak var windowScene: UIWindowScene? {
    didSet {
      guard oldValue !== windowScene else { return }
      oldValue?.detach(self)
      windowScene?.attach(self)
    }
  }

  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.viewIfLoaded?.removeFromSuperview()
      if let view = rootViewController?.view { addSubview(view) }
    }
  }

  open private(set) var isKeyWindow = false

  open func makeKey() {
    for other in windowScene?.windows ?? [] { other.isKeyWindow = false }
    isKeyWindow = true
  }

  open func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }
}
