import WaymarkCore

/// A check that a removed destination is deallocated.
@MainActor
struct LeakWatch {
  /// Reports a phase, with the object if it still exists and the time since the removal.
  typealias Report = @MainActor (RouteEvent.Phase, AnyObject?, Duration) -> Void

  private weak var object: AnyObject?
  private weak var presenter: (any RoutePresenter)?
  private let detection: LeakDetection
  private let report: Report

  init(
    _ object: AnyObject, _ detection: LeakDetection, presenter: (any RoutePresenter)?,
    _ report: @escaping Report
  ) {
    self.object = object
    self.presenter = presenter
    self.detection = detection
    self.report = report
  }

  /// Waits for the delay, reports the object if it still exists, then reports its deallocation.
  ///
  /// - Parameter isKept: Returns whether the object exists because its registry keeps it, which isn't a leak.
  func start(unless isKept: @escaping @MainActor () -> Bool) {
    Task {
      let removed = ContinuousClock.now
      guard (try? await Task.sleep(for: detection.delay)) != nil, !isKept() else { return }
      guard reportIfAlive(since: removed) else { return }
      await waitForEnd()
      report(.reclaimed, nil, .now - removed)
    }
  }

  /// Reports the object if it still exists.
  ///
  /// This is a separate function so that no local reference retains the object while the task waits.
  private func reportIfAlive(since removed: ContinuousClock.Instant) -> Bool {
    guard let object else { return false }
    report(.leaked(holder: presenter?.holder(of: object)), object, .now - removed)
    return true
  }

  /// Waits until the object is deallocated or the task is canceled.
  private func waitForEnd() async {
    while object != nil {
      guard (try? await Task.sleep(for: max(detection.delay, .milliseconds(10)))) != nil else { return }
    }
  }
}
