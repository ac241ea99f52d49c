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
