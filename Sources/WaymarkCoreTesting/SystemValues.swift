#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import WaymarkRuntime
public import WaymarkSystem

// The values that tests have in the place of the system's.

extension Now {
  /// Returns a source that always returns the same date.
  ///
  ///     Overrides(.currentDate, with: .constant(.distantPast))
  ///
  /// - Parameter date: The date.
  public static func constant(_ date: Date) -> Now { Now { date } }

  /// Returns a source that always returns the same date.
  ///
  ///     Overrides(.currentDate, with: .constant(secondsSince1970: 0))
  ///
  /// - Parameter seconds: The date as the number of seconds since January 1, 1970.
  public static func constant(secondsSince1970 seconds: Double) -> Now {
    constant(Date(timeIntervalSince1970: seconds))
  }

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

extension NewID {
  /// Returns a source that always returns the same identifier.
  ///
  /// - Parameter id: The identifier.
  public static func constant(_ id: UUID) -> NewID { NewID { id } }

  /// A source that counts: `00000000-0000-0000-0000-000000000000`, and so on in hexadecimal digits.
  ///
  /// Each use of the property begins to count anew.
  public static var incrementing: NewID {
    let count = Lock(UInt64(0))
    return NewID {
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return UUID(high: 0, low: number)
    }
  }

  /// Returns a source of random identifiers, which are the same for the same seed.
  ///
  /// - Parameter seed: The seed.
  public static func seeded(_ seed: UInt64) -> NewID {
    let numbers = RandomNumbers.seeded(seed)
    return NewID {
      // The bits say that the identifier is a random one: version 4, variant 1.
      UUID(
        high: numbers.next() & ~0xF000 | 0x4000,
        low: numbers.next() & ~(0b11 << 62) | 0b10 << 62)
    }
  }
}

extension UUID {
  /// Creates an identifier from its halves.
  fileprivate init(high: UInt64, low: UInt64) {
    func byte(_ half: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: half >> (56 - 8 * index))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4),
        byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}

extension RandomNumbers {
  /// Returns a source of random numbers, which are the same for the same seed.
  ///
  ///     Overrides(.randomNumbers, with: .seeded(1))
  ///
  /// - Parameter seed: The seed.
  public static func seeded(_ seed: UInt64) -> RandomNumbers { RandomNumbers(SeededGenerator(state: seed)) }
}

/// The generator SplitMix64, whose numbers are the same on all platforms.
private struct SeededGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
