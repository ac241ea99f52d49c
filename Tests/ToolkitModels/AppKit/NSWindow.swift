/// https://developer.apple.com/documentation/appkit/nswindow
open class NSWindow: NSResponder {
  public nonisolated static let willCloseNotification = NSNotification.Name("NSWindowWillCloseNotification")

  /// How the model made the window. This isn't a part of AppKit.
  public internal(set) var modelledKind = ""
  var onClose: (@MainActor () -> Void)?

  public convenience init(contentViewController: NSViewController) {
    self.init()
    self.contentViewController = contentViewController
    attach(contentViewController, from: nil)
  }

  open var title = ""
  /// "The delegate is automatically registered to receive any notifications for which it has implemented a method."
  open weak var delegate: (any NSWindowDelegate)? {
    didSet { hasResizeMethod = delegate?.responds(to: "windowDidResize:") == true }
  }
  private var hasResizeMethod = false
  open internal(set) var isVisible = false
  open var isReleasedWhenClosed = true
  open func orderOut(_ sender: Any?) { isVisible = false }
  open internal(set) var attachedSheet: NSWindow?
  private var queuedSheets: [NSWindow] = []
  /// "If the window already has a presented sheet, the sheet is queued":
  /// https://developer.apple.com/documentation/appkit/nswindow/beginsheet(_:completionhandler:)
  open func beginSheet(
    _ sheetWindow: NSWindow, completionHandler handler: (@MainActor (Int) -> Void)? = nil
  ) {
    if attachedSheet != nil { return queuedSheets.append(sheetWindow) }
    attachedSheet = sheetWindow
    sheetWindow.isVisible = true
  }
  open func endSheet(_ sheetWindow: NSWindow) {
    queuedSheets.removeAll { $0 === sheetWindow }
    guard attachedSheet === sheetWindow else { return }
    sheetWindow.isVisible = false
    attachedSheet = nil
    if !queuedSheets.isEmpty { beginSheet(queuedSheets.removeFirst()) }
  }
  open var contentViewController: NSViewController? {
    didSet { if oldValue !== contentViewController { attach(contentViewController, from: oldValue) } }
  }
  /// "If the NSWindow object doesn't perform the action, the delegate is given the opportunity to perform it using its
  /// inherited NSResponder method": https://developer.apple.com/documentation/appkit/nswindow/trytoperform(_:with:)
  open override func tryToPerform(_ action: Selector, with object: Any?) -> Bool {
    if super.tryToPerform(action, with: object) { return true }
    guard let delegate else { return false }
    let method: Selector = "tryToPerform:with:"
    if let responder = delegate as? NSResponder ?? delegate.modelledTarget(for: method) as? NSResponder {
      return responder.tryToPerform(action, with: object)
    }
    return delegate.responds(to: action) && send(action, with: object, to: delegate)
  }
  private func attach(_ controller: NSViewController?, from old: NSViewController?) {
    old?.view.ownWindow = nil
    controller?.view.ownWindow = self
  }

  open func makeKeyAndOrderFront(_ sender: Any?) {
    isVisible = true
    Self.ordered.insert(self)
  }
  /// The application retains its windows that are open.
  private static var ordered: Set<NSWindow> = []
  open func close() {
    guard isVisible else { return }
    NotificationCenter.default.post(name: NSWindow.willCloseNotification, object: self)
    isVisible = false
    Self.ordered.remove(self)
    onClose?()
  }
  /// Resizes the window as the user does. This isn't a part of AppKit.
  ///
  /// - Returns: Whether the delegate still has the method that it had when it was set. Otherwise, AppKit raises an
  ///   exception for an unrecognized selector.
  public func modelUserResizes(_ notification: Notification) -> Bool {
    guard hasResizeMethod, let delegate else { return true }
    guard delegate.responds(to: "windowDidResize:") else { return false }
    delegate.windowDidResize(notification)
    return true
  }
  /// "simulates the user clicking the close button":
  /// https://developer.apple.com/documentation/appkit/nswindow/performclose(_:)
  open func performClose(_ sender: Any?) {
    if delegate?.windowShouldClose(self) ?? true { close() }
  }
}

/// https://developer.apple.com/documentation/appkit/nswindowcontroller
open class NSWindowController: NSResponder {
  open var contentViewController: NSViewController?
}

/// https://developer.apple.com/documentation/appkit/nswindowdelegate
@MainActor public protocol NSWindowDelegate: NSObjectProtocol {
  func windowShouldClose(_ sender: NSWindow) -> Bool
  func windowDidResize(_ notification: Notification)
}
/// The optional requirements of https://developer.apple.com/documentation/appkit/nswindowdelegate
///
/// A delegate without the method may name another object that has it.
extension NSWindowDelegate {
  public func windowShouldClose(_ sender: NSWindow) -> Bool {
    target(for: "windowShouldClose:")?.windowShouldClose(sender) ?? true
  }
  public func windowDidResize(_ notification: Notification) {
    target(for: "windowDidResize:")?.windowDidResize(notification)
  }

  private func target(for selector: Selector) -> (any NSWindowDelegate)? {
    modelledTarget(for: selector) as? any NSWindowDelegate
  }
}

/// https://developer.apple.com/documentation/appkit/nsstoryboard
@MainActor open class NSStoryboard: NSObject {
  /// A closure that makes a segue, as a file does. This isn't a part of AppKit.
  public typealias ModelMakeSegue =
    @MainActor (_ identifier: String, _ source: NSViewController) -> NSStoryboardSegue
  private let segues: [String: ModelMakeSegue]
  /// Creates a storyboard with segues, which only a file has. This isn't a part of AppKit.
  public init(modelled segues: [String: ModelMakeSegue]) {
    self.segues = segues
    super.init()
  }
  /// Makes a controller one of this storyboard. This isn't a part of AppKit.
  public func modelAdd(_ controller: NSViewController) { controller.modelledStoryboard = self }
  func perform(_ identifier: String, from source: NSViewController, sender: Any?) {
    guard let segue = segues[identifier]?(identifier, source) else { return }
    source.prepare(for: segue, sender: sender)
    segue.perform()
  }
}

/// https://developer.apple.com/documentation/appkit/nsstoryboardsegue
@MainActor open class NSStoryboardSegue: NSObject {
  /// https://developer.apple.com/documentation/appkit/nsstoryboardsegue/identifier-swift.typealias
  public typealias Identifier = String
  /// https://developer.apple.com/documentation/appkit/nsstoryboardsegue/identifier-swift.property
  open private(set) var identifier: NSStoryboardSegue.Identifier?
  open private(set) var sourceController: Any
  open private(set) var destinationController: Any
  private let handler: @MainActor () -> Void
  public init(
    identifier: NSStoryboardSegue.Identifier, source sourceController: Any,
    destination destinationController: Any,
    performHandler: @escaping @MainActor () -> Void
  ) {
    self.identifier = identifier
    self.sourceController = sourceController
    self.destinationController = destinationController
    handler = performHandler
    super.init()
  }
  open func perform() { handler() }
}
