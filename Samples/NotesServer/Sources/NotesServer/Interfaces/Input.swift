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
  private struct Bucket {
    var level: Double
    var time: ContinuousClock.Instant
  }

  private let rate: Double
  private let burst: Double
  private let capacity: Int
  private let buckets = Mutex<[String: Bucket]>([:])

  /// Creates a limiter.
  ///
  /// - Parameter capacity: The number of keys to remember. The limiter first forgets the keys with the highest level.
  init(perSecond rate: Double, burst: Int, capacity: Int = 10_000) {
    self.rate = rate
    self.burst = Double(burst)
    self.capacity = capacity
  }

  /// Takes one from a key's bucket.
  ///
  /// - Returns: Nil, or the number of seconds after which to try again.
  func take(_ key: String, at now: ContinuousClock.Instant = .now) -> Int? {
    buckets.withLock { buckets in
      var bucket = buckets[key] ?? Bucket(level: burst, time: now)
      bucket = Bucket(level: level(of: bucket, at: now), time: now)
      defer {
        buckets[key] = bucket
        if buckets.count > capacity {
          let levels = buckets.mapValues { level(of: $0, at: now) }.sorted { $0.value < $1.value }
          for (key, _) in levels.dropFirst(capacity / 2) { buckets[key] = nil }
        }
      }
      guard bucket.level < 1 else {
        bucket.level -= 1
        return nil
      }
      return Int(((1 - bucket.level) / rate).rounded(.up))
    }
  }

  private func level(of bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
    min(burst, bucket.level + (now - bucket.time) / .seconds(1) * rate)
  }
}
