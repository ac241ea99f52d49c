/// https://developer.apple.com/documentation/uikit/uipresentationcontroller
@MainActor open class UIPresentationController: NSObject {
  private weak var presentedController: UIViewController?
  /// The presenting controller, which the presentation retains until it ends.
  var retainedPresenter: UIViewController?
  open internal(set) var containerView: UIView?
  /// UIKit narrows the type of this property in the subclasses, which Swift can't.
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

  public init(
    presentedViewController: UIViewController, presenting presentingViewController: UIViewController?
  ) {
    presentedController = presentedViewController
    super.init()
  }

  open var presentedViewController: UIViewController { presentedController ?? UIViewController() }
  open var presentingViewController: UIViewController {
    presentedController?.presentingViewController ?? UIViewController()
  }
  var removesPresentersView: Bool {
    presentedController?.modalPresentationStyle == .fullScreen
  }
}

/// https://developer.apple.com/documentation/uikit/uiadaptivepresentationcontrollerdelegate
@MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}
/// The optional requirements of
/// https://developer.apple.com/documentation/uikit/uiadaptivepresentationcontrollerdelegate
///
/// A delegate without the method may name another object that has it.
extension UIAdaptivePresentationControllerDelegate {
  public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
  {
    target(for: "adaptivePresentationStyleForPresentationController:")?
      .adaptivePresentationStyle(for: controller)
      ?? controller.presentedViewController.modalPresentationStyle
  }
  public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
  {
    target(for: "presentationControllerShouldDismiss:")?
      .presentationControllerShouldDismiss(presentationController) ?? true
  }
  public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
    target(for: "presentationControllerWillDismiss:")?
      .presentationControllerWillDismiss(presentationController)
  }
  public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    target(for: "presentationControllerDidDismiss:")?.presentationControllerDidDismiss(presentationController)
  }
  public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
    target(for: "presentationControllerDidAttemptToDismiss:")?
      .presentationControllerDidAttemptToDismiss(presentationController)
  }

  private func target(for selector: Selector) -> (any UIAdaptivePresentationControllerDelegate)? {
    modelledTarget(for: selector) as? any UIAdaptivePresentationControllerDelegate
  }
}

/// https://developer.apple.com/documentation/uikit/uipopoverpresentationcontroller
@available(tvOS, unavailable)
open class UIPopoverPresentationController: UIPresentationController {
  open weak var sourceView: UIView?
}
/// https://developer.apple.com/documentation/uikit/uipopoverpresentationcontrollerdelegate
@available(tvOS, unavailable)
@MainActor public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
}

/// https://developer.apple.com/documentation/uikit/uisheetpresentationcontroller
@available(tvOS, unavailable)
open class UISheetPresentationController: UIPresentationController {
  /// Only for iOS and Mac Catalyst:
  /// https://developer.apple.com/documentation/uikit/uisheetpresentationcontroller/detent
  @available(visionOS, unavailable)
  @MainActor open class Detent: NSObject {
    /// https://developer.apple.com/documentation/uikit/uisheetpresentationcontroller/detent/identifier-swift.struct
    public struct Identifier: Hashable, RawRepresentable, Sendable {
      public var rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let medium = Identifier(rawValue: "com.apple.UIKit.medium")
      public static let large = Identifier(rawValue: "com.apple.UIKit.large")
    }
    /// https://developer.apple.com/documentation/uikit/uisheetpresentationcontroller/detent/identifier-swift.property
    public let identifier: UISheetPresentationController.Detent.Identifier
    init(_ identifier: Identifier) {
      self.identifier = identifier
      super.init()
    }
    open class func medium() -> UISheetPresentationController.Detent { Detent(.medium) }
    open class func large() -> UISheetPresentationController.Detent { Detent(.large) }
  }
  @available(visionOS, unavailable)
  open var detents: [UISheetPresentationController.Detent] = [.large()]
}
/// https://developer.apple.com/documentation/uikit/uisheetpresentationcontrollerdelegate
@available(tvOS, unavailable)
@MainActor public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {}
