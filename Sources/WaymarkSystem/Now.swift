#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import WaymarkCore

/// The current date, as a dependency that a test controls.
///
///     struct Journal: Sendable {
///       let now: Now
///       func entry(_ text: String) -> Entry { Entry(text: text, date: now()) }
///     }
///
/// ``SystemModule`` provides the date of the system. A test overrides `.currentDate`.
public struct Now: Sendable {
  private let date: @Sendable () -> Date

  /// Creates a source of dates.
  ///
  /// - Parameter date: Returns the current date.
  public init(_ date: @escaping @Sendable () -> Date) { self.date = date }

  /// Returns the current date.
  ///
  ///     let started = now()
  public func callAsFunction() -> Date { date() }
}

extension RoutableService<Now> {
  /// The current date.
  public static var currentDate: Self { declared() }
}

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
}
