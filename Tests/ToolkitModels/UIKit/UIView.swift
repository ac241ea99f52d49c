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

  /// https://developer.apple.com/documentation/uikit/uiview/frame
  open var frame: CGRect
  /// https://developer.apple.com/documentation/uikit/uiview/bounds
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  /// https://developer.apple.com/documentation/uikit/uiview/ishidden
  open var isHidden = false
  /// https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.property
  open var autoresizingMask: AutoresizingMask = []
  /// https://developer.apple.com/documentation/uikit/uiview/effectiveuserinterfacelayoutdirection
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

  /// https://developer.apple.com/documentation/uikit/uiview/superview
  open var superview: UIView? { parentView }
  /// https://developer.apple.com/documentation/uikit/uiview/subviews
  open private(set) var subviews: [UIView] = []
  /// https://developer.apple.com/documentation/uikit/uiview/window
  open var window: UIWindow? { parentView?.window }
  /// https://developer.apple.com/documentation/uikit/uiview/gesturerecognizers
  open private(set) var gestureRecognizers: [UIGestureRecognizer]?

  /// The next responder is the view's controller, or else its superview.
  open override var next: UIResponder? { controller ?? parentView }

  /// https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)
  open func addSubview(_ view: UIView) {
    guard view.parentView !== self else { return }
    view.parentView?.subviews.removeAll { $0 === view }
    view.parentView = self
    subviews.append(view)
  }

  /// https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()
  open func removeFromSuperview() {
    guard let parentView else { return }
    parentView.subviews.removeAll { $0 === self }
    self.parentView = nil
  }

  /// https://developer.apple.com/documentation/uikit/uiview/isdescendant(of:)
  open func isDescendant(of view: UIView) -> Bool {
    view === self || parentView?.isDescendant(of: view) == true
  }

  /// https://developer.apple.com/documentation/uikit/uiview/addgesturerecognizer(_:)
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    gestureRecognizer.attached = self
  }
  /// https://developer.apple.com/documentation/uikit/uiview/removegesturerecognizer(_:)
  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers?.removeAll { $0 === gestureRecognizer }
    gestureRecognizer.attached = nil
  }

  /// https://developer.apple.com/documentation/uikit/uiview/areanimationsenabled
  public private(set) static var areAnimationsEnabled = true
  /// https://developer.apple.com/documentation/uikit/uiview/performwithoutanimation(_:)
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
  /// https://developer.apple.com/documentation/uikit/uilabel/text
  open var text: String?
  /// https://developer.apple.com/documentation/uikit/uilabel/textalignment
  open var textAlignment = NSTextAlignment.natural
}

/// https://developer.apple.com/documentation/uikit/uicontrol
open class UIControl: UIView {}
/// https://developer.apple.com/documentation/uikit/uibutton
open class UIButton: UIControl {}
