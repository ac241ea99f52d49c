#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import WaymarkSystem

extension Now {
  /// Returns a source of dates that move with a clock.
  ///
  ///     let clock = TestClock()
  ///     try withRegistry(overriding: { Overrides(.currentDate, with: .following(clock)) }) {
  ///       print(try Registry.current(.currentDate)())
  ///     }
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - start: The date when the clock has just been created, by default January 1, 1970.
  public static func following(
    _ clock: TestClock, from start: Date = Date(timeIntervalSince1970: 0)
  ) -> Now {
    Now { start.addingTimeInterval(clock.now.offset / .seconds(1)) }
  }
}
