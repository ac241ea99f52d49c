/// https://developer.apple.com/documentation/uikit/uiscene
@MainActor open class UIScene: UIResponder {
  /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions
  @MainActor open class ConnectionOptions: NSObject {
    /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/urlcontexts
    open var urlContexts: Set<UIOpenURLContext>

    /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/useractivities
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

  /// https://developer.apple.com/documentation/uikit/uiwindowscene/windows
  open var windows: [UIWindow] { entries.compactMap(\.window) }
  /// https://developer.apple.com/documentation/uikit/uiwindowscene/keywindow
  open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }

  func attach(_ window: UIWindow) {
    if !windows.contains(window) { entries.append(Entry(window: window)) }
  }
  func detach(_ window: UIWindow) { entries.removeAll { $0.window === window } }
}

/// https://developer.apple.com/documentation/uikit/uiscenesession
@MainActor open class UISceneSession: NSObject {
  /// https://developer.apple.com/documentation/uikit/uiscenesession/staterestorationactivity
  open var stateRestorationActivity: NSUserActivity?
}

/// https://developer.apple.com/documentation/uikit/uiopenurlcontext
@MainActor open class UIOpenURLContext: NSObject {
  /// https://developer.apple.com/documentation/uikit/uiopenurlcontext/url
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
  /// https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:continue:)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  /// https://developer.apple.com/documentation/uikit/uiscenedelegate/staterestorationactivity(for:)
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
