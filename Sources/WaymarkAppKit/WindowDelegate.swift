#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import WaymarkRuntime

  /// Asks a view's route before the user closes its window, and forwards all calls to the application's delegate.
  @MainActor
  final class WindowDelegate: NSObject, NSWindowDelegate {
    private weak var window: NSWindow?
    private weak var user: (any NSWindowDelegate)?
    private let ask: @MainActor () -> Void

    /// Puts the object between a window and its delegate.
    init(_ window: NSWindow, ask: @escaping @MainActor () -> Void) {
      self.window = window
      self.ask = ask
      user = window.delegate
      super.init()
      window.delegate = self
    }

    /// Restores the delegate of the window.
    func end() {
      if window?.delegate === self { window?.delegate = user }
    }

    func windowShouldClose(_ sender: NSWindow) -> Bool {
      // On Apple's platforms, the member is nil for an optional requirement without an implementation.
      let method = user?.windowShouldClose
      if method?(sender) ?? true { ask() }
      return false
    }

    // Forward calls that this class doesn't implement to the application's delegate. AppKit makes them on the main
    // thread, but `NSObject` isn't isolated to the main actor.

    override func responds(to selector: Selector!) -> Bool {
      super.responds(to: selector) || MainThread.value { user }?.responds(to: selector) == true
    }

    override func forwardingTarget(for selector: Selector!) -> Any? { MainThread.value { user } }
  }
#endif
