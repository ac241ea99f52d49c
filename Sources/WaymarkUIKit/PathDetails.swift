#if canImport(UIKit)
  import UIKit

  /// The details of a UIKit path besides its kind and its source.
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
