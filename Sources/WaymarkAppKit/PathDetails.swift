#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  /// The details of an AppKit path besides its kind and its source.
  enum PathDetails {
    case animator(any NSViewControllerPresentationAnimator)
    case popover(NSRect, NSView, NSRectEdge, NSPopover.Behavior)
    case container(NSView)
    case segue(NSStoryboardSegue.Identifier, sender: Any?)
    case window(@MainActor (NSWindow) -> Void)
  }
#endif
