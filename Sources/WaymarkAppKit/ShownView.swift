#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Waymark
  import WaymarkToolkit

  /// A view that the presenter shows.
  @MainActor
  final class ShownView: ShownElement {
    let transition: RouteTransition
    /// The controller, or nil along `addSubview`.
    let controller: NSViewController?
    /// The view, along `addSubview`.
    let view: NSView?
    /// The window, along `window`.
    var window: NSWindow?
    /// Whether the presenter is removing it.
    var isBeingRemoved = false
    /// Called when it's shown; nil from then on.
    var completion: AppKitPresenter.Completion?
    var windowDelegate: WindowDelegate?
    /// Whether it was ever in a window.
    private var wasInWindow = false
    private var closing: (any NSObjectProtocol)?
    /// Whether the window in which it was shown has closed.
    private var isClosed = false

    init(_ transition: RouteTransition, _ controller: NSViewController) {
      self.transition = transition
      self.controller = controller
      view = nil
    }

    init(_ transition: RouteTransition, _ view: NSView) {
      self.transition = transition
      self.view = view
      controller = nil
    }

    /// Whether the presenter is showing or removing it.
    var isChanging: Bool { completion != nil || isBeingRemoved }

    /// Whether something has removed it.
    var isGone: Bool {
      if isClosed { return true }
      if let window { return window.contentViewController !== controller }
      if let controller {
        guard controller.presentingViewController == nil, !isInOwnWindow else { return false }
        return controller.parent == nil || isDetached(controller.root)
      }
      guard let view, view.superview != nil else { return true }
      return view.window == nil && view.nearestController.map { isDetached($0.root) } ?? false
    }

    /// Whether something has removed what contains it.
    private func isDetached(_ root: NSViewController) -> Bool {
      wasInWindow && root.loadedWindow == nil && root.presentingViewController == nil
    }

    /// Whether it's presented in a modal window, which the user can close.
    var isInModalWindow: Bool {
      let path = transition.path
      return path.kind == .modalWindow || (path.kind == .present && path.details == nil)
    }

    /// Whether a segue has shown it in a window.
    var isInOwnWindow: Bool {
      guard let controller, let window = controller.loadedWindow, controller.presentingViewController == nil
      else { return false }
      return window.contentViewController === controller
    }

    /// Remembers whether it's in a window now.
    func noteWindow() {
      if (controller?.loadedWindow ?? view?.window) != nil { wasInWindow = true }
    }

    /// Begins to observe whether the window in which it's shown closes.
    func watchWindow() {
      guard let window = window ?? controller?.loadedWindow ?? view?.window else { return }
      // Notifications reach everyone, so the window's delegate isn't needed.
      closing = NotificationCenter.default.addObserver(
        forName: NSWindow.willCloseNotification, object: window, queue: nil
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.isClosed = true }
      }
    }

    /// Undoes what was added to the window.
    func end() {
      windowDelegate?.end()
      if let closing { NotificationCenter.default.removeObserver(closing) }
      closing = nil
    }
  }
#endif
