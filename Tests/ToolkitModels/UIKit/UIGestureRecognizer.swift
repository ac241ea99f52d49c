/// https://developer.apple.com/documentation/uikit/uigesturerecognizer
@MainActor open class UIGestureRecognizer: NSObject {
  weak var attached: UIView?
  private var failureRequirements: [Requirement] = []
  private struct Requirement { weak var recognizer: UIGestureRecognizer? }

  public override init() { super.init() }
  open var view: UIView? { attached }
  open weak var delegate: (any UIGestureRecognizerDelegate)?

  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    failureRequirements.append(Requirement(recognizer: otherGestureRecognizer))
  }

  /// Returns whether the recognizer is for a pan of the user.
  func recognizes(_ pan: UserPan) -> Bool { true }

  func requiresFailure(of other: UIGestureRecognizer) -> Bool {
    failureRequirements.contains { $0.recognizer === other }
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }
}

/// A pan of the user. This isn't a part of UIKit.
@MainActor final class UserPan {
  /// The pan that the user is making.
  static var current: UserPan?

  let view: UIView
  let edge: UIRectEdge
  let velocity: CGPoint
  /// Whether each recognizer begins, or nil while that is decided.
  private var decisions: [ObjectIdentifier: Bool?] = [:]

  init(on view: UIView, edge: UIRectEdge, velocity: CGPoint) {
    self.view = view
    self.edge = edge
    self.velocity = velocity
  }

  /// The recognizers of the view under the finger, and of those around it.
  private var recognizers: [UIGestureRecognizer] {
    sequence(first: view) { $0.superview }.flatMap { $0.gestureRecognizers ?? [] }
  }

  /// Returns whether a recognizer begins. Only one does, the one of the innermost view.
  func starts(_ recognizer: UIGestureRecognizer?) -> Bool {
    Self.current = self
    defer { Self.current = nil }
    return recognizers.first { begins($0) } === recognizer
  }

  /// Decides once whether a recognizer begins. Recognizers that wait for each other wait forever.
  private func begins(_ recognizer: UIGestureRecognizer) -> Bool {
    let id = ObjectIdentifier(recognizer)
    if let decision = decisions[id] { return decision ?? true }
    decisions[id] = .some(nil)
    let isPossible = recognizer.recognizes(self)
    let waits =
      isPossible
      && recognizers.contains { other in
        other !== recognizer && recognizer.requiresFailure(of: other) && begins(other)
      }
    let decision =
      isPossible && !waits && recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true
    decisions[id] = decision
    return decision
  }
}

/// https://developer.apple.com/documentation/uikit/uigesturerecognizerdelegate
@MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}
/// The optional requirements of https://developer.apple.com/documentation/uikit/uigesturerecognizerdelegate
extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}

/// https://developer.apple.com/documentation/uikit/uipangesturerecognizer
open class UIPanGestureRecognizer: UIGestureRecognizer {
  open func velocity(in view: UIView?) -> CGPoint { UserPan.current?.velocity ?? .zero }
}

/// https://developer.apple.com/documentation/uikit/uirectedge
public struct UIRectEdge: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let left = Self(rawValue: 2)
  public static let right = Self(rawValue: 8)
}

/// https://developer.apple.com/documentation/uikit/uiscreenedgepangesturerecognizer
@available(tvOS, unavailable) @available(visionOS, unavailable)
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  open var edges: UIRectEdge = []

  override func recognizes(_ pan: UserPan) -> Bool { !edges.isDisjoint(with: pan.edge) }
}

/// The recognizer of a navigation controller, for the edge or for the content.
final class PopGestureRecognizer: UIGestureRecognizer {
  let isForContent: Bool

  init(isForContent: Bool) {
    self.isForContent = isForContent
    super.init()
  }

  /// "in a leading to trailing direction in the view", "in cases that are not covered" by the other one.
  override func recognizes(_ pan: UserPan) -> Bool {
    let isRightToLeft = attached?.effectiveUserInterfaceLayoutDirection == .rightToLeft
    guard isForContent else { return pan.edge == (isRightToLeft ? .right : .left) }
    guard pan.edge.isEmpty, abs(pan.velocity.x) > abs(pan.velocity.y) else { return false }
    return isRightToLeft ? pan.velocity.x < 0 : pan.velocity.x > 0
  }
}
