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
    Route({ Now { Date() } }) {
      Service(.currentDate)
      EntryPoint()
    }
    Route({ NewID { UUID() } }) {
      Service(.newUUID)
      EntryPoint()
    }
    Route({ ContinuousClock() }) {
      Service(.continuousClock).as { $0 }
      EntryPoint()
    }
    Route({ RandomNumbers(SystemRandomNumberGenerator()) }) {
      Service(.randomNumbers)
      EntryPoint()
    }
    Route({ Calendar.autoupdatingCurrent }) {
      Service(.currentCalendar)
      EntryPoint()
    }
    Route({ Locale.autoupdatingCurrent }) {
      Service(.currentLocale)
      EntryPoint()
    }
    Route({ TimeZone.autoupdatingCurrent }) {
      Service(.currentTimeZone)
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
