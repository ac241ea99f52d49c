/// https://developer.apple.com/documentation/appkit/nsviewcontroller
open class NSViewController: NSResponder {
  private var loadedView: NSView?
  weak var container: NSViewController?
  weak var presenter: NSViewController?
  var presentedList: [NSViewController] = []
  /// Removes the controller from the screen.
  var undoPresentation: (@MainActor () -> Void)?
  var modelledStoryboard: NSStoryboard?

  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// "the view controller is in the responder chain", after its view:
  /// https://developer.apple.com/documentation/appkit/nsviewcontroller
  open override var nextResponder: NSResponder? { loadedView?.superview ?? loadedView?.ownWindow }
  open var title: String?
  open var view: NSView {
    get {
      if loadedView == nil { loadView() }
      return loadedView ?? NSView()
    }
    set {
      loadedView = newValue
      newValue.controller = self
    }
  }
  open var isViewLoaded: Bool { loadedView != nil }
  open func loadView() { view = NSView() }

  open var parent: NSViewController? { container }
  open internal(set) var children: [NSViewController] = []
  open func addChild(_ childViewController: NSViewController) {
    childViewController.container = self
    children.append(childViewController)
  }
  open func removeFromParent() {
    container?.children.removeAll { $0 === self }
    container = nil
  }

  // MARK: - Presenting

  open var presentedViewControllers: [NSViewController]? { presentedList.isEmpty ? nil : presentedList }
  /// "The view controller that presented this view controller (or its farthest ancestor)":
  /// https://developer.apple.com/documentation/appkit/nsviewcontroller/presentingviewcontroller
  open var presentingViewController: NSViewController? { presenter ?? container?.presentingViewController }

  open func present(_ viewController: NSViewController, animator: any NSViewControllerPresentationAnimator) {
    present(viewController) { animator.animateDismissal(of: viewController, from: self) }
    animator.animatePresentation(of: viewController, from: self)
  }
  open func presentAsSheet(_ viewController: NSViewController) {
    let sheet = NSWindow(contentViewController: viewController)
    sheet.modelledKind = "sheet"
    sheet.delegate = viewController as? any NSWindowDelegate
    let window = isViewLoaded ? view.window : nil
    window?.beginSheet(sheet)
    present(viewController) { [weak window] in
      window?.endSheet(sheet)
      sheet.contentViewController = nil
    }
  }
  /// The loop that shows a modal window until the user closes it. The page doesn't mention a loop, so it runs only if a
  /// test sets it. This isn't a part of AppKit.
  public static var modelledModalLoop: (@MainActor (NSWindow) -> Void)?
  open func presentAsModalWindow(_ viewController: NSViewController) {
    let window = NSWindow(contentViewController: viewController)
    window.modelledKind = "modalWindow"
    window.isVisible = true
    // "The presented view controller is the delegate and the content view controller of its window."
    window.delegate = viewController as? any NSWindowDelegate
    present(viewController) { window.close() }
    window.onClose = { [weak viewController] in
      guard let viewController else { return }
      viewController.presenter?.dismiss(viewController)
    }
    Self.modelledModalLoop?(window)
  }
  open func present(
    _ viewController: NSViewController, asPopoverRelativeTo positioningRect: NSRect,
    of positioningView: NSView,
    preferredEdge: NSRectEdge, behavior: NSPopover.Behavior
  ) {
    let window = NSWindow(contentViewController: viewController)
    window.isVisible = true
    window.modelledKind = "popover \(preferredEdge.rawValue) \(behavior.rawValue) \(positioningRect.width)"
    present(viewController) { window.contentViewController = nil }
  }
  private func present(_ viewController: NSViewController, undo: @escaping @MainActor () -> Void) {
    viewController.presenter = self
    viewController.undoPresentation = undo
    presentedList.append(viewController)
  }
  /// https://developer.apple.com/documentation/appkit/nsviewcontroller/dismiss(_:)-91my5
  open func dismiss(_ viewController: NSViewController) {
    guard viewController.presenter === self else { return }
    let undo = viewController.undoPresentation
    viewController.undoPresentation = nil
    undo?()
    viewController.presenter = nil
    presentedList.removeAll { $0 === viewController }
  }

  // MARK: - Segues

  open var storyboard: NSStoryboard? { modelledStoryboard }
  open func prepare(for segue: NSStoryboardSegue, sender: Any?) {}
  open func performSegue(withIdentifier identifier: NSStoryboardSegue.Identifier, sender: Any?) {
    modelledStoryboard?.perform(identifier, from: self, sender: sender)
  }
}

/// https://developer.apple.com/documentation/appkit/nsviewcontrollerpresentationanimator
@MainActor public protocol NSViewControllerPresentationAnimator: NSObjectProtocol {
  func animatePresentation(of viewController: NSViewController, from fromViewController: NSViewController)
  func animateDismissal(of viewController: NSViewController, from fromViewController: NSViewController)
}

/// https://developer.apple.com/documentation/appkit/nspopover
@MainActor open class NSPopover: NSResponder {
  /// https://developer.apple.com/documentation/appkit/nspopover/behavior-swift.enum
  public enum Behavior: Int, Sendable { case applicationDefined, transient, semitransient }
}
