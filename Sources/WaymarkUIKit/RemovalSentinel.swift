#if canImport(UIKit)
  import UIKit

  /// An invisible view that reports that the view around it has left its window.
  ///
  /// UIKit tells only the views and controllers themselves about that, or a delegate, which belongs to the application.
  final class RemovalSentinel: UIView {
    var onLeave: (@MainActor () -> Void)?
    /// Whether the view was ever in a window.
    private(set) var wasInWindow = false

    override func didMoveToWindow() {
      super.didMoveToWindow()
      if window != nil {
        wasInWindow = true
      } else {
        onLeave?()
      }
    }
  }
#endif
