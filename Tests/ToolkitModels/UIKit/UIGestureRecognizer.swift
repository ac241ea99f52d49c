/// https://developer.apple.com/documentation/uikit/uigesturerecognizer
@MainActor open class UIGestureRecognizer: NSObject {
  weak var attached: UIView?
  var failureRequirements: [Requirement] = []
  struct Requirement { weak var recognizer: UIGestureRecognizer? }

  public override init() { super.init() }
  /// https://developer.apple.com/documentation/uikit/uigesturerecognizer/view
  open var view: UIView? { attached }
  /// https://developer.apple.com/documentation/uikit/uigesturerecognizer/isenabled
  open var isEnabled = true
  /// https://developer.apple.com/documentation/uikit/uigesturerecognizer/delegate
  open weak var delegate: (any UIGestureRecognizerDelegate)?

  /// https://developer.apple.com/documentation/uikit/uigesturerecognizer/require(tofail:)
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    failureRequirements.append(Requirement(recognizer: otherGestureRecognizer))
  }

  /// Returns whether the recognizer begins when the user makes its gesture.
  func begins() -> Bool {
    guard isEnabled, attached != nil else { return false }
    for requirement in failureRequirements where requirement.recognizer?.begins() == true { return false }
    return delegate?.gestureRecognizerShouldBegin(self) ?? true
  }
}

/// https://developer.apple.com/documentation/uikit/uigesturerecognizerdelegate
@MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
  /// https://developer.apple.com/documentation/uikit/uigesturerecognizerdelegate/gesturerecognizershouldbegin(_:)
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
}
/// The optional requirements of https://developer.apple.com/documentation/uikit/uigesturerecognizerdelegate
extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
}

/// https://developer.apple.com/documentation/uikit/uipangesturerecognizer
@available(tvOS 9.0, *)
open class UIPanGestureRecognizer: UIGestureRecognizer {}

/// https://developer.apple.com/documentation/uikit/uirectedge
public struct UIRectEdge: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let left = Self(rawValue: 2)
  public static let right = Self(rawValue: 8)
}

/// https://developer.apple.com/documentation/uikit/uiscreenedgepangesturerecognizer
@available(tvOS, unavailable)
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  /// https://developer.apple.com/documentation/uikit/uiscreenedgepangesturerecognizer/edges
  open var edges: UIRectEdge = []
}
