#if canImport(UIKit)
  import UIKit

  /// What a path of UIKit says besides its kind and its source.
  enum PathDetails {
    case presentation(UIModalPresentationStyle?, (any UIViewControllerTransitioningDelegate)?)
    #if !os(tvOS)
      case popover(@MainActor (UIPopoverPresentationController) -> Void)
      case sheet(@MainActor (UISheetPresentationController) -> Void)
    #endif
    case sender(Any?)
    case container(UIView)
    case segue(String, sender: Any?)
    case window(@MainActor (UIWindow) -> Void)
  }
#endif
