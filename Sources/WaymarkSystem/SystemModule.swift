#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import WaymarkCore

/// A module that provides the date, identifiers, clock, random numbers, calendar, locale, and time zone of the system.
///
///     let registry = try Registry {
///       SystemModule()
///       JournalModule()
///     }
///
/// The calendar, locale, and time zone follow the user's settings. Without Foundation's internationalization, which a
/// program links if it imports `Foundation`, the locale and the calendar are the values of `FoundationEssentials`.
public struct SystemModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The routes of the values.
  public var routes: Routes {
    value(.currentDate) { Now { Date() } }
    value(.newUUID) { NewID { UUID() } }
    Route({ ContinuousClock() }) {
      Service(.continuousClock).as { $0 }
      EntryPoint()
    }
    value(.randomNumbers) { RandomNumbers(SystemRandomNumberGenerator()) }
    value(.currentCalendar) { Calendar.autoupdatingCurrent }
    value(.currentLocale) { Locale.autoupdatingCurrent }
    value(.currentTimeZone) { TimeZone.autoupdatingCurrent }
  }

  private func value<Value>(
    _ token: RoutableService<Value>, line: Int = #line, _ make: @escaping @Sendable () -> Value
  ) -> Route {
    Route(make, line: line) {
      token
      EntryPoint()
    }
  }
}

extension RoutableService<any Clock<Duration>> {
  /// A clock that measures time, and on which tasks sleep.
  public static var continuousClock: Self { declared() }
}

extension RoutableService<Calendar> {
  /// The user's calendar.
  public static var currentCalendar: Self { declared() }
}

extension RoutableService<Locale> {
  /// The user's locale.
  public static var currentLocale: Self { declared() }
}

extension RoutableService<TimeZone> {
  /// The user's time zone.
  public static var currentTimeZone: Self { declared() }
}
