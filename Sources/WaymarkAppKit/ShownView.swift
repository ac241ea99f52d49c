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
    /// Whether the presenter is removing the view.
    var isBeingRemoved = false
    var wasInRemoved = false
    /// The completion of the presentation, or nil after the call.
    var completion: AppKitPresenter.Completion?
    var windowDelegate: WindowDelegate?
    /// The controllers around the view when it was last in a window, or nil before.
    private var holders: Holders<NSViewController>?
    private var closing: (any NSObjectProtocol)?
    /// Whether the window of the presentation has closed.
    private var isClosed = false

    init(_ transition: RouteTransition, _ controller: NSViewController? = nil, view: NSView? = nil) {
      self.transition = transition
      self.controller = controller
      self.view = view
    }

    static func children(of controller: NSViewController) -> [NSViewController] { controller.children }

    /// The view that AppKit draws, if it exists already.
    var drawn: NSView? { view ?? controller.flatMap { $0.isViewLoaded ? $0.view : nil } }

    /// The controller, or the nearest controller around the view.
    private var nearestController: NSViewController? { controller ?? view?.nearestController }

    func isDrawn(inside outer: ShownView) -> Bool {
      guard let drawn, let whole = outer.drawn, drawn !== whole else { return false }
      return drawn.isDescendant(of: whole)
    }

    /// Returns whether another view is this one, or takes this one with it because it contains or presents it.
    func goes(with outer: ShownView) -> Bool {
      guard self !== outer else { return true }
      guard let controller = nearestController, let last = outer.controller else { return false }
      return sequence(first: controller) { $0.parent ?? $0.presentingViewController }.contains(last)
    }

    /// Whether the presenter is showing or removing the view.
    var isChanging: Bool { completion != nil || isBeingRemoved }

    /// Whether something has removed the view.
    var isGone: Bool {
      if isClosed || wasInRemoved { return true }
      if let window { return window.contentViewController !== controller }
      if let controller {
        guard controller.presentingViewController == nil, !isInOwnWindow else { return false }
        return controller.parent == nil || isDetached(controller.root)
      }
      guard let view, view.superview != nil else { return true }
      return view.window == nil && nearestController.map { isDetached($0.root) } ?? false
    }

    /// Returns whether something has removed the controller that contains the view.
    private func isDetached(_ root: NSViewController) -> Bool {
      // A container may show other content, and this one again later.
      let root = root === controller ? root : holders?.holder(of: root)?.root ?? root
      return holders != nil && root.loadedWindow == nil && root.presentingViewController == nil
    }

    /// Whether the view is in a modal window, which the user can close.
    var isInModalWindow: Bool {
      let path = transition.path
      return path.kind == .modalWindow || (path.kind == .present && path.details == nil)
    }

    /// The window that was opened for the view, or nil if there's none.
    var ownWindow: NSWindow? {
      window ?? (isInModalWindow || isInOwnWindow ? controller?.loadedWindow : nil)
    }

    /// Whether a segue has shown the view in a window.
    private var isInOwnWindow: Bool {
      guard let controller, let window = controller.loadedWindow, controller.presentingViewController == nil
      else { return false }
      return window.contentViewController === controller
    }

    /// Records the controllers around the view if it's in a window.
    func noteWindow() {
      guard drawn?.window != nil, let nearestController else { return }
      holders = Holders(sequence(first: nearestController, next: \.parent))
    }

    /// Whether the view is inside of another one, or an animator has put it there, so that it has no window of its own.
    var isInside: Bool {
      if case .animator = transition.path.details as? PathDetails { return true }
      return controller.map { $0.parent != nil } ?? true
    }

    /// Begins to observe whether the window of the presentation closes.
    func watchWindow() {
      guard let window = drawn?.window else { return }
      // Use a notification instead of the window's delegate, because it reaches all observers.
      closing = NotificationCenter.default.addObserver(
        forName: NSWindow.willCloseNotification, object: window, queue: nil
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.isClosed = true }
      }
    }

    /// Dismisses the controllers that the view's controller presents, or one inside of it, the topmost first.
    ///
    /// AppKit doesn't promise to dismiss them together with the controller, or with its window.
    func dismissPresented() {
      if let controller { Self.dismissPresented(by: controller) }
    }

    private static func dismissPresented(by controller: NSViewController) {
      for presenting in controller.withDescendants {
        for presented in presenting.presentedViewControllers ?? [] {
          dismissPresented(by: presented)
          presenting.dismiss(presented)
        }
      }
    }

    /// Ends the presentation of the views above the view's window, and undoes all changes of the window.
    func end() {
      if !transition.path.kind.isPart { dismissPresented() }
      windowDelegate?.end()
      if let closing { NotificationCenter.default.removeObserver(closing) }
      closing = nil
    }
  }
#endif
