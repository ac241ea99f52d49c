#if canImport(UIKit)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#endif

#if canImport(UIKit) || canImport(AppKit)
  /// Calls a closure at the end of each turn of the main run loop.
  ///
  /// The toolkits report the removal of a view only to the view, its controller, and their delegates, which belong to
  /// the application. A presenter can't add a view of its own inside the view that it shows: a `UIVisualEffectView`
  /// raises an exception, SwiftUI doesn't support it in the view of a `UIHostingController`, and an `NSSplitView` makes
  /// a pane of each subview. So the presenters compare their views with the toolkit's public properties.
  @MainActor
  final class RunLoopWatch {
    private let observer: CFRunLoopObserver?

    /// Begins to call a closure each time before the run loop waits.
    init(_ action: @escaping @MainActor () -> Void) {
      let activity = CFRunLoopActivity.beforeWaiting.rawValue
      // The main run loop runs on the main thread.
      observer = CFRunLoopObserverCreateWithHandler(nil, activity, true, 0) { _, _ in
        MainActor.assumeIsolated(action)
      }
      // The common modes include the modes of modal windows and of tracking the mouse.
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    }

    /// Stops calling the closure.
    func end() { CFRunLoopObserverInvalidate(observer) }
  }
#endif
