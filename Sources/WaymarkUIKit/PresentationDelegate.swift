#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkRuntime

  /// Asks a presented view's route before the user removes the view, and passes all calls on to the delegate that the
  /// application has set.
  @MainActor
  final class PresentationDelegate: NSObject, UIAdaptivePresentationControllerDelegate {
    private weak var presentation: UIPresentationController?
    private weak var user: (any UIAdaptivePresentationControllerDelegate)?
    private let ask: @MainActor () -> Void
    /// Whether this object, and not the application, has refused the last attempt.
    private var hasRefused = false

    /// Puts the object between a presentation controller and its delegate.
    ///
    /// - Parameter ask: Called when the user tries to remove the view.
    init(_ presentation: UIPresentationController, ask: @escaping @MainActor () -> Void) {
      self.presentation = presentation
      self.ask = ask
      user = presentation.delegate
      super.init()
      presentation.delegate = self
    }

    /// Gives the presentation controller its delegate back.
    func end() {
      if presentation?.delegate === self { presentation?.delegate = user }
    }

    // On Apple's platforms, a requirement may not be implemented, and the member is nil then.

    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
      let method = user?.presentationControllerShouldDismiss
      hasRefused = method?(presentationController) ?? true
      return false
    }

    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
      let method = user?.presentationControllerDidAttemptToDismiss
      method?(presentationController)
      if hasRefused { ask() }
      hasRefused = false
    }

    // The calls that this class doesn't implement go to the application's delegate. UIKit makes them on the main thread,
    // but Objective-C's root class isn't bound to the main actor.

    override func responds(to selector: Selector!) -> Bool {
      super.responds(to: selector) || MainThread.value { user }?.responds(to: selector) == true
    }

    override func forwardingTarget(for selector: Selector!) -> Any? { MainThread.value { user } }
  }

  #if !os(tvOS)
    // The presentation controllers of these styles have the same delegate, as a narrower type.
    extension PresentationDelegate: UIPopoverPresentationControllerDelegate,
      UISheetPresentationControllerDelegate
    {}
  #endif
#endif
