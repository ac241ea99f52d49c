#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkRuntime

  /// Asks a presented view's route before the user removes the view, and forwards calls to the application's delegate.
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

    /// Restores the delegate of the presentation controller.
    func end() {
      if presentation?.delegate === self { presentation?.delegate = user }
    }

    // On Apple's platforms, the member is nil for an optional requirement without an implementation.

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

    // Forward calls that this class doesn't implement to the application's delegate. UIKit makes them on the main
    // thread, but `NSObject` isn't isolated to the main actor.

    override func responds(to selector: Selector!) -> Bool {
      super.responds(to: selector) || MainThread.value { user }?.responds(to: selector) == true
    }

    override func forwardingTarget(for selector: Selector!) -> Any? { MainThread.value { user } }
  }

  #if !os(tvOS)
    // The presentation controllers of these styles declare the same delegate with a narrower type.
    extension PresentationDelegate: UIPopoverPresentationControllerDelegate,
      UISheetPresentationControllerDelegate
    {}
  #endif
#endif
