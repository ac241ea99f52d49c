/// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: UIResponder {
  /// https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.struct
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = Self(rawValue: 2)
    public static let flexibleHeight = Self(rawValue: 16)
  }

  weak var controller: UIViewController?
  private weak var parentView: UIView?

  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }
  public required init?(coder: NSCoder) {
    frame = .zero
    super.init()
  }
  public convenience override init() { self.init(frame: .zero) }

  open var frame: CGRect
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  open var isHidden = false
  /// https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.property
  open var autoresizingMask: AutoresizingMask = []
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

  open var superview: UIView? { parentView }
  open private(set) var subviews: [UIView] = []
  open var window: UIWindow? { parentView?.window }
  open private(set) var gestureRecognizers: [UIGestureRecognizer]?

  /// The next responder is the view's controller, or else its superview.
  open override var next: UIResponder? { controller ?? parentView }

  open func addSubview(_ view: UIView) {
    guard view.parentView !== self else { return }
    view.parentView?.subviews.removeAll { $0 === view }
    view.parentView = self
    subviews.append(view)
  }

  open func removeFromSuperview() {
    guard let parentView else { return }
    parentView.subviews.removeAll { $0 === self }
    self.parentView = nil
  }

  open func isDescendant(of view: UIView) -> Bool {
    view === self || parentView?.isDescendant(of: view) == true
  }

  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    gestureRecognizer.attached = self
  }
  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers?.removeAll { $0 === gestureRecognizer }
    gestureRecognizer.attached = nil
  }

  public private(set) static var areAnimationsEnabled = true
  open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let old = areAnimationsEnabled
    areAnimationsEnabled = false
    actionsWithoutAnimation()
    areAnimationsEnabled = old
  }
}

/// https://developer.apple.com/documentation/uikit/uiuserinterfacelayoutdirection
public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

/// https://developer.apple.com/documentation/uikit/nstextalignment
public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

/// https://developer.apple.com/documentation/uikit/uilabel
open class UILabel: UIView {
  open var text: String?
  open var textAlignment = NSTextAlignment.natural
}

/// https://developer.apple.com/documentation/uikit/uicontrol
open class UIControl: UIView {}
/// https://developer.apple.com/documentation/uikit/uibutton
open class UIButton: UIControl {}
