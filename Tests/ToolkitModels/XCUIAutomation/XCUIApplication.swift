/// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication
@MainActor open class XCUIApplication {
  /// Starts the application with an environment. This isn't a part of XCUIAutomation.
  public static var modelledLaunch: ((_ environment: [String: String]) -> Void)?

  /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/init()
  public init() {}
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/launchenvironment
  open var launchEnvironment: [String: String] = [:]
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/launch()
  open func launch() { Self.modelledLaunch?(launchEnvironment) }
}
