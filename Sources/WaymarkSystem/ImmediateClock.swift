import WaymarkRuntime

/// A clock on which no task sleeps: each sleep ends immediately, and moves the time to its deadline.
///
///     let registry = try Registry { SystemModule() }.overriding {
///       Overrides(.continuousClock, with: ImmediateClock())
///     }
///
/// Use it in a preview, in a build for tests of the user interface, or in a test. The `TestClock` of `WaymarkTesting`
/// moves the time when a test says so.
public final class ImmediateClock: Clock, Sendable {
  /// A point in time of a clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock's beginning.
    public var offset: Duration

    /// Creates a point in time.
    ///
    /// - Parameter offset: The time since the clock's beginning.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the point in time after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this point in time to another one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether one point in time is before another one.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

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
