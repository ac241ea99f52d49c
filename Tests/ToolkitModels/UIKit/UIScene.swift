/// https://developer.apple.com/documentation/uikit/uiscene
@MainActor open class UIScene: UIResponder {
  @MainActor open class ConnectionOptions: NSObject {
    open var urlContexts: Set<UIOpenURLContext>

    open var userActivities: Set<NSUserActivity>

    /// Only the system creates these options. In the model, a test does.
    public init(modelled urlContexts: Set<UIOpenURLContext>, _ userActivities: Set<NSUserActivity> = []) {
      self.urlContexts = urlContexts
      self.userActivities = userActivities
      super.init()
    }
  }
}

/// https://developer.apple.com/documentation/uikit/uiwindowscene
open class UIWindowScene: UIScene {
  private struct Entry { weak var window: UIWindow? }
  private var entries: [Entry] = []

  open var windows: [UIWindow] { entries.compactMap(\.window) }
  open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }

  func attach(_ window: UIWindow) {
    if !windows.contains(window) { entries.append(Entry(window: window)) }
  }
  func detach(_ window: UIWindow) { entries.removeAll { $0.window === window } }
}

/// https://developer.apple.com/documentation/uikit/uiscenesession
@MainActor open class UISceneSession: NSObject {
  open var stateRestorationActivity: NSUserActivity?
}

/// https://developer.apple.com/documentation/uikit/uiopenurlcontext
@MainActor open class UIOpenURLContext: NSObject {
  open var url: URL
  /// Only the system creates a context. In the model, a test does.
  public init(modelled url: URL) {
    self.url = url
    super.init()
  }
}

/// https://developer.apple.com/documentation/uikit/uiscenedelegate
@MainActor public protocol UISceneDelegate: NSObjectProtocol {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
}
/// The optional requirements of https://developer.apple.com/documentation/uikit/uiscenedelegate, here with an
/// implementation that does nothing.
extension UISceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
  public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }
}

/// https://developer.apple.com/documentation/uikit/uiwindowscenedelegate
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}
