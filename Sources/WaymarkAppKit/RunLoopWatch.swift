#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  /// Calls a closure each time before the main run loop waits.
  ///
  /// AppKit notifies only a view and its controller when they leave a window. A subview would also be notified, but not
  /// every view accepts another subview: an `NSSplitView` turns each into a pane. So the presenter compares its views.
  @MainActor
  final class RunLoopWatch {
    private let observer: CFRunLoopObserver?

    init(_ action: @escaping @MainActor () -> Void) {
      let activity = CFRunLoopActivity.beforeWaiting.rawValue
      observer = CFRunLoopObserverCreateWithHandler(nil, activity, true, 0) { _, _ in
        MainActor.assumeIsolated(action)
      }
      // The common modes of AppKit's main run loop include the modes of modal windows and of tracking the mouse.
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    }

    func end() { CFRunLoopObserverInvalidate(observer) }
  }
#endif
