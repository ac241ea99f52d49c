/// Looks whether a destination that was removed is gone.
@MainActor
struct LeakWatch {
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

  /// Waits, and reports the object if it is still there; then waits for its end.
  func start() {
    Task {
      let removed = ContinuousClock.now
      guard (try? await Task.sleep(for: detection.delay)) != nil else { return }
      guard reportIfAlive(since: removed) else { return }
      await waitForEnd()
      report(.reclaimed, nil, .now - removed)
    }
  }

  /// A function of its own, so that no reference of it keeps what is waited for.
  private func reportIfAlive(since removed: ContinuousClock.Instant) -> Bool {
    guard let object else { return false }
    report(.leaked(holder: presenter?.holder(of: object)), object, .now - removed)
    return true
  }

  private func waitForEnd() async {
    while object != nil {
      guard (try? await Task.sleep(for: max(detection.delay, .milliseconds(10)))) != nil else { return }
    }
  }
}
