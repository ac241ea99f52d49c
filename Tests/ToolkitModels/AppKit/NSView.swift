@_exported public import ObjectiveC

/// https://developer.apple.com/documentation/appkit/nsresponder
@MainActor open class NSResponder: NSObject {
  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init() }
  open var nextResponder: NSResponder? { nil }
  /// "Attempts to perform the action method":
  /// https://developer.apple.com/documentation/appkit/nsresponder/trytoperform(_:with:)
  open func tryToPerform(_ action: Selector, with object: Any?) -> Bool {
    if send(action, with: object, to: self) { return true }
    return nextResponder?.tryToPerform(action, with: object) ?? false
  }
}

/// An object with action methods, which Objective-C finds by their selectors. This isn't a part of AppKit.
@MainActor public protocol ModelledActions: AnyObject {
  /// Performs the method that a selector names, if there's one.
  func modelledPerform(_ action: Selector, with object: Any?) -> Bool
}

/// Sends a message to an object, or to the object that gets its forwarded messages.
@MainActor func send(_ action: Selector, with object: Any?, to receiver: Any) -> Bool {
  if let receiver = receiver as? any ModelledActions { return receiver.modelledPerform(action, with: object) }
  guard let receiver = receiver as? NSObject, let target = receiver.forwardingTarget(for: action) else {
    return false
  }
  return send(action, with: object, to: target)
}

/// https://developer.apple.com/documentation/appkit/nsview
open class NSView: NSResponder {
  /// https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.struct
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let width = Self(rawValue: 2)
    public static let height = Self(rawValue: 16)
  }

  weak var controller: NSViewController?
  weak var ownWindow: NSWindow?
  private weak var parentView: NSView?

  public init(frame frameRect: NSRect) {
    frame = frameRect
    super.init()
  }
  public required init?(coder: NSCoder) {
    frame = .zero
    super.init(coder: coder)
  }
  public convenience override init() { self.init(frame: .zero) }

  open var frame: NSRect
  open var bounds: NSRect { NSRect(origin: .zero, size: frame.size) }
  /// https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.property
  open var autoresizingMask: NSView.AutoresizingMask = []
  open var superview: NSView? { parentView }
  open private(set) var subviews: [NSView] = []
  open var window: NSWindow? { ownWindow ?? parentView?.window }
  /// "the view controller is in the responder chain": https://developer.apple.com/documentation/appkit/nsviewcontroller
  open override var nextResponder: NSResponder? { controller ?? parentView ?? ownWindow }

  open func addSubview(_ view: NSView) {
    view.parentView?.subviews.removeAll { $0 === view }
    view.parentView = self
    subviews.append(view)
  }
  open func removeFromSuperview() {
    parentView?.subviews.removeAll { $0 === self }
    parentView = nil
  }
  open func isDescendant(of view: NSView) -> Bool {
    view === self || parentView?.isDescendant(of: view) == true
  }
}
