#if canImport(UIKit)
  import UIKit

  /// Calls a closure at the end of each turn of the main run loop.
  ///
  /// UIKit tells only controllers, views, and their delegates about a removal, and they belong to the application. A view
  /// of the presenter's own, inside the view that is shown, isn't possible: a `UIVisualEffectView` raises an exception,
  /// and SwiftUI doesn't support it in the view of a `UIHostingController`. So the presenter compares its views
  /// with UIKit's public properties whenever UIKit may have changed them.
  @MainActor
  final class RunLoopObserver {
    private var observer: CFRunLoopObserver?

    /// Begins to call a closure each time before the run loop waits, if the object doesn't do so yet.
    func start(_ body: @escaping @MainActor () -> Void) {
      guard observer == nil else { return }
      // The main run loop runs on the main thread.
      observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 0) {
        _, _ in MainActor.assumeIsolated(body)
      }
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    }

    /// Stops calling the closure.
    func stop() {
      guard let observer else { return }
      CFRunLoopRemoveObserver(CFRunLoopGetMain(), observer, .commonModes)
      self.observer = nil
    }
  }
#endif
