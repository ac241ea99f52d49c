import Foundation
import Hummingbird
import Synchronization

/// The sizes up to which input is accepted, in bytes of UTF-8.
enum Limits {
  static let body = 512 * 1024
  static let target = 4096
  static let title = 600
  static let text = 200_000
  static let name = 120
  static let words = 600
  static let password = 8...1000
  /// The number of notes on one page.
  static let page = 20
  /// The number of words that a search looks for.
  static let wordCount = 8
  /// The number of notes that a search counts.
  static let counted = 1000

  /// Returns a title or a name without surrounding spaces.
  ///
  /// - Throws: An error with the status 422 if the line is too long, invisible, or has control characters.
  static func line(_ line: String, _ what: String, _ limit: Int) throws -> String {
    let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
    let isVisible = line.unicodeScalars.contains {
      !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace
        && $0.properties.generalCategory != .control
    }
    guard isVisible else { throw HTTPError.invalid("The \(what) is empty.") }
    guard line.utf8.count <= limit else {
      throw HTTPError.invalid("The \(what) has more than \(limit) bytes.")
    }
    guard !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw HTTPError.invalid("The \(what) has characters that can't be shown.")
    }
    return line
  }

  static func check(password: String) throws {
    guard password.count >= Limits.password.lowerBound, password.utf8.count <= Limits.password.upperBound
    else { throw HTTPError.invalid("A password has at least 8 characters, and at most 1000 bytes.") }
  }
}

/// Limits the frequency of something for each key: `burst` times at once, then `rate` times a second.
final class RateLimiter: Sendable {
  /// The time after which a key may be taken once more.
  private let interval: Duration
  private let burst: Int
  private let capacity: Int
  /// The times at which the keys may be taken `burst` times again.
  private let times = Mutex<[String: ContinuousClock.Instant]>([:])

  /// Creates a limiter.
  ///
  /// - Parameter capacity: The number of keys to remember. The limiter first forgets the keys that were taken least.
  init(perSecond rate: Double, burst: Int, capacity: Int = 10_000) {
    (interval, self.burst, self.capacity) = (.seconds(1) / rate, burst, capacity)
  }

  /// Takes a key once.
  ///
  /// - Returns: Nil, or the number of seconds after which to try again.
  func take(_ key: String, at now: ContinuousClock.Instant = .now) -> Int? {
    times.withLock { times in
      let time = max(times[key] ?? now, now) + interval
      let wait = (time - now) - interval * burst
      guard wait <= .zero else { return Int((wait / .seconds(1)).rounded(.up)) }
      times[key] = time
      if times.count > capacity {
        for (key, _) in times.sorted(by: { $0.value > $1.value }).dropFirst(capacity / 2) { times[key] = nil }
      }
      return nil
    }
  }
}
