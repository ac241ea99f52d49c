#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkRuntime

  /// Asks routes before the user removes a presented view, and forwards calls to the application's delegate.
  @MainActor
  final class PresentationDelegate: NSObject, UIAdaptivePresentationControllerDelegate {
    /// The presented controller.
    private(set) weak var controller: UIViewController?
    private(set) weak var presentation: UIPresentationController?
    /// The application's delegate, retained until the end because UIKit may remember which methods it has.
    private var user: (any UIAdaptivePresentationControllerDelegate)?
    private let ask: @MainActor (PresentationDelegate) -> Void
    /// Whether this object, and not the application, has refused the last attempt.
    private var hasRefused = false

    /// Puts the object between a presentation controller and its delegate.
    ///
    /// - Parameters:
    ///   - presentation: The presentation controller.
    ///   - controller: The presented controller.
    ///   - ask: Called when the user tries to remove the view.
    init(
      _ presentation: UIPresentationController, of controller: UIViewController,
      ask: @escaping @MainActor (PresentationDelegate) -> Void
    ) {
      self.presentation = presentation
      self.controller = controller
      self.ask = ask
      user = presentation.delegate
      super.init()
      presentation.delegate = self
    }

    /// Restores the delegate of the presentation controller.
    func end() {
      if presentation?.delegate === self { presentation?.delegate = user }
      user = nil
    }

    /// Removes the view after all routes have agreed, and reports it to the application's delegate.
    ///
    /// UIKit reports only a gesture that removes the view at once.
    ///
    /// - Parameter remove: Removes the view, and then calls its closure.
    func dismissForUser(_ remove: (_ completion: @escaping @MainActor () -> Void) -> Void) {
      guard let presentation else { return remove {} }
      let user = user
      let willDismiss = user?.presentationControllerWillDismiss
      willDismiss?(presentation)
      remove {
        let didDismiss = user?.presentationControllerDidDismiss
        didDismiss?(presentation)
      }
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
      if hasRefused { ask(self) }
      hasRefused = false
    }

    // Forward calls that this class doesn't implement to the application's delegate. UIKit makes them on the main
    // thread, but `NSObject` isn't isolated to the main actor, and other libraries ask for its methods on any thread.

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
