#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkToolkit

  extension UIKitPresenter {
    /// Removes a view from its current place.
    func remove(_ entry: ShownView, animated: Bool, _ completion: @escaping Completion) {
      do throws(RouteError) {
        if let window = entry.window { return close(window, entry, completion) }
        guard let controller = entry.controller else {
          entry.isChanging = true
          entry.view?.removeFromSuperview()
          return finishRemoval(entry, completion)
        }
        if let navigation = entry.navigation {
          guard navigation.transitionCoordinator == nil else { throw .inTransition(navigation) }
          guard let below = entry.controllerBelow else { throw .notRemovable(controller) }
          entry.isChanging = true
          navigation.popToViewController(below, animated: animated)
          afterTransition(of: navigation) { [self] in finishRemoval(entry, isCancelled: $0, completion) }
        } else if controller.parent != nil {
          entry.isChanging = true
          controller.willMove(toParent: nil)
          controller.viewIfLoaded?.removeFromSuperview()
          controller.removeFromParent()
          finishRemoval(entry, completion)
        } else if let presenting = controller.presentingViewController {
          guard !controller.isBeingPresented, !controller.isBeingDismissed else {
            throw .inTransition(controller)
          }
          entry.isChanging = true
          presenting.dismiss(animated: animated) { [self] in finishRemoval(entry, completion) }
        } else if entry.isColumn(controller) {
          throw .notRemovable(controller)
        } else {
          finishRemoval(entry, completion)
        }
      } catch {
        completion(error)
      }
    }

    private func close(_ window: UIWindow, _ entry: ShownView, _ completion: @escaping Completion) {
      entry.isChanging = true
      let wasKey = window.isKeyWindow
      window.isHidden = true
      window.rootViewController = nil
      window.windowScene = nil
      entry.window = nil
      if wasKey { entry.previousWindow?.makeKey() }
      finishRemoval(entry, completion)
    }

    /// Ends the removal of a view, and reports the views that were above it.
    private func finishRemoval(
      _ entry: ShownView, isCancelled: Bool = false, _ completion: @escaping Completion
    ) {
      entry.isChanging = false
      if isCancelled {
        completion(RouteError.cancelled())
      } else {
        shown.drop(entry)
        completion(nil)
      }
      sweep()
    }
  }
#endif
