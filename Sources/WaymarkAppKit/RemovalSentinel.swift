#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  /// An invisible view that reports that the view around it has left its window.
  final class RemovalSentinel: NSView {
    var onLeave: (@MainActor () -> Void)?

    override func viewDidMoveToWindow() {
      super.viewDidMoveToWindow()
      if window == nil { onLeave?() }
    }
  }
#endif
