#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  /// Calls a closure each time the main run loop has done its work and is about to wait.
  ///
  /// AppKit tells only a view and its controller that they leave a window. A subview would be told too, but not every
  /// view may have subviews of others: an `NSSplitView` makes a pane of each. So the presenter compares what it shows.
  @MainActor
  final class RunLoopWatch {
    private let observer: CFRunLoopObserver?

    init(_ action: @escaping @MainActor () -> Void) {
      let activity = CFRunLoopActivity.beforeWaiting.rawValue
      observer = CFRunLoopObserverCreateWithHandler(nil, activity, true, 0) { _, _ in
        MainActor.assumeIsolated(action)
      }
      // The common modes of AppKit's main run loop include those of modal windows and of tracking the mouse.
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    }

    func end() { CFRunLoopObserverInvalidate(observer) }
  }
#endif
