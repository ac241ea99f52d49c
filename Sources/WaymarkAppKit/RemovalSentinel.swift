#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  /// An invisible view that reports that the view around it has left its window.
  final class RemovalSentinel: NSView {
    var onLeave: (@MainActor () -> Void)?
    /// Whether the view was ever in a window.
    private(set) var wasInWindow = false

    override func viewDidMoveToWindow() {
      super.viewDidMoveToWindow()
      if window != nil {
        wasInWindow = true
      } else {
        onLeave?()
      }
    }
  }
#endif
