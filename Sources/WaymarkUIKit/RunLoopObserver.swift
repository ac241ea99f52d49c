#if canImport(UIKit)
  import UIKit

  /// Calls a closure at the end of each turn of the main run loop.
  ///
  /// UIKit reports a removal only to controllers, views, and their delegates, which belong to the application. The
  /// presenter can't add a subview to the shown view: a `UIVisualEffectView` raises an exception, and SwiftUI doesn't
  /// support it in the view of a `UIHostingController`. So the presenter compares its views with UIKit's public
  /// properties whenever UIKit may have changed them.
  @MainActor
  final class RunLoopObserver {
    private var observer: CFRunLoopObserver?

    /// Begins to call a closure each time before the run loop waits, unless it already does.
    func start(_ body: @escaping @MainActor () -> Void) {
      guard observer == nil else { return }
      // The main run loop runs on the main thread.
      observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 0) {
        _, _ in MainActor.assumeIsolated(body)
      }
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    }

    func stop() {
      guard let observer else { return }
      CFRunLoopRemoveObserver(CFRunLoopGetMain(), observer, .commonModes)
      self.observer = nil
    }
  }
#endif
