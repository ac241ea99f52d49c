import WaymarkRuntime

/// A clock on which no task sleeps: each sleep ends immediately, and moves the time to its deadline.
///
///     @Test(.overriding { Overrides(.continuousClock, with: ImmediateClock()) })
///     func reminderIsShown() async throws { … }
///
/// A ``TestClock`` moves the time when the test says so.
public final class ImmediateClock: Clock, Sendable {
  /// A point in time of a clock.
  public typealias Instant = TestClock.Instant

  private let time: Lock<Instant>

  /// Creates a clock.
  ///
  /// - Parameter now: The current time.
  public init(now: Instant = Instant()) { time = Lock(now) }

  /// The latest deadline so far.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock distinguishes all durations.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to a deadline, unless it has passed.
  ///
  /// - Parameters:
  ///   - deadline: The new time.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // A loop that only sleeps lets other tasks run.
    await Task.yield()
  }
}
