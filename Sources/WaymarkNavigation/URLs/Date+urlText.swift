#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: URLValue {
  /// Creates a date from ISO 8601, as in `2026-11-27`, `2026-11-27T09:41Z`, and `2026-11-27T09:41:00.5+01:00`.
  ///
  /// A date without a time is the beginning of the day in UTC. A time has a time zone.
  public init?(urlText: String) {
    var text = urlText.utf8[...]
    guard let year = text.number(4), text.remove("-"), let month = text.number(2), text.remove("-"),
      let day = text.number(2), (1...12).contains(month)
    else { return nil }
    let date = Day(year: year, month: month, day: day)
    guard Day(number: date.number) == date else { return nil }
    var (seconds, decimals) = (date.number * 86_400, text.prefix(0))
    if !text.isEmpty {
      guard text.remove("T"), let time = text.time(), let zone = text.zone(), text.isEmpty else { return nil }
      seconds += time.seconds - zone
      decimals = time.decimals
    }
    // Reading the whole number at once rounds it once, so that a written date comes back equal. Before the reference
    // date, the decimals count down from the next second.
    let complement = decimals.complement
    let number =
      seconds < 0 && !complement.isEmpty
      ? "-\(-(seconds + 1)).\(complement)" : "\(seconds).\(Substring(decimals))0"
    guard let time = Double(number) else { return nil }
    self.init(timeIntervalSinceReferenceDate: time)
  }

  /// The date in UTC, in ISO 8601, or nil if its year isn't from 0 to 9999: `2026-11-27T09:41:00Z`.
  ///
  /// The seconds have as many decimals as the exact date needs.
  public var urlText: String? {
    let time = timeIntervalSinceReferenceDate
    let seconds = time.rounded(.down)
    guard abs(seconds) < 1e12 else { return nil }
    let number = Int((seconds / 86_400).rounded(.down))
    let (day, rest) = (Day(number: number), Int(seconds) - number * 86_400)
    guard (0...9999).contains(day.year) else { return nil }
    func digits(_ number: Int, _ count: Int = 2) -> String { String(String(number + 10_000).suffix(count)) }
    return "\(digits(day.year, 4))-\(digits(day.month))-\(digits(day.day))"
      + "T\(digits(rest / 3600)):\(digits(rest / 60 % 60)):\(digits(rest % 60))\(Self.decimals(of: time))Z"
  }

  /// Returns the fewest decimals of a time that make it equal when read, after a period, or nothing for whole seconds.
  private static func decimals(of time: Double) -> String {
    guard time != time.rounded() else { return "" }
    // The description has the fewest digits, and for a small number an exponent: `0.25`, `1.5e-11`.
    let parts = time.magnitude.description.split(separator: "e")
    let digits = parts[0].split(separator: ".")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let decimals =
      exponent < 0
      ? String(repeating: "0", count: -exponent - 1) + digits.joined() : String(digits.last ?? "")
    return "." + (time < 0 ? decimals[...].utf8.complement : decimals)
  }
}

/// A day of the Gregorian calendar, which ISO 8601 uses for all years.
///
/// Foundation's `ISO8601FormatStyle` reads the 30th of February as the second of March, and uses the Julian calendar
/// before 1582.
///
/// The calculation is from Hinnant, chrono-Compatible Low-Level Date Algorithms: years begin in March.
private struct Day: Equatable {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

  /// Creates the day that follows January 1st, 2001 after a number of days.
  init(number: Int) {
    let days = number + 730_791
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let ofEra = days - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * ofYear + 2) / 153
    day = ofYear - (153 * fromMarch + 2) / 5 + 1
    month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    year = yearOfEra + era * 400 + (month < 3 ? 1 : 0)
  }

  /// The number of days after January 1st, 2001.
  var number: Int {
    let year = month < 3 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 730_791
  }
}

extension Substring.UTF8View {
  /// Removes a number of digits from the beginning, and returns their value, or nil if there are fewer or the value is
  /// too large.
  fileprivate mutating func number(_ count: Int, below limit: Int = 10_000) -> Int? {
    let digits = prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(Substring(digits)), number < limit
    else { return nil }
    self = dropFirst(count)
    return number
  }

  /// Removes a character from the beginning, and returns whether it was there.
  fileprivate mutating func remove(_ character: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: character) else { return false }
    self = dropFirst()
    return true
  }

  /// The decimals that a fraction lacks to 1, without zeros at their end: `75` for `25` and `250`.
  fileprivate var complement: String {
    let zero = UInt8(ascii: "0")
    guard let last = lastIndex(where: { $0 != zero }) else { return "" }
    let nines = self[..<last].map { zero + UInt8(ascii: "9") - $0 }
    return String(decoding: nines + [zero + UInt8(ascii: "9") + 1 - self[last]], as: UTF8.self)
  }

  /// Removes hours, minutes, and, if given, seconds with their decimals.
  fileprivate mutating func time() -> (seconds: Int, decimals: Self)? {
    guard let hour = number(2, below: 24), remove(":"), let minute = number(2, below: 60) else { return nil }
    var (second, decimals) = (0, prefix(0))
    if remove(":") {
      guard let number = number(2, below: 60) else { return nil }
      second = number
      if remove(".") {
        decimals = prefix { (0x30...0x39).contains($0) }
        guard !decimals.isEmpty else { return nil }
        self = dropFirst(decimals.count)
      }
    }
    return (hour * 3600 + minute * 60 + second, decimals)
  }

  /// Removes a time zone, and returns its seconds east of UTC.
  fileprivate mutating func zone() -> Int? {
    if remove("Z") { return 0 }
    let sign = remove("-") ? -1 : remove("+") ? 1 : 0
    guard sign != 0, let hour = number(2, below: 24) else { return nil }
    _ = remove(":")
    guard let minute = number(2, below: 60) else { return nil }
    return sign * (hour * 3600 + minute * 60)
  }
}
