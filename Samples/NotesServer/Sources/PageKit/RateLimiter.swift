import Synchronization

/// Limits how often something happens for each key: `burst` times at once, and then `rate` times a second.
public final class RateLimiter: Sendable {
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
  /// - Parameter capacity: The number of keys to remember. Of more, those are forgotten first that would be allowed
  ///   the most.
  public init(perSecond rate: Double, burst: Int, capacity: Int = 10_000) {
    self.rate = rate
    self.burst = Double(burst)
    self.capacity = capacity
  }

  /// Takes one of what's allowed for a key.
  ///
  /// - Returns: Nil, or the number of seconds after which to try again.
  public func take(_ key: String, at now: ContinuousClock.Instant = .now) -> Int? {
    buckets.withLock { buckets in
      var bucket = buckets[key] ?? Bucket(level: burst, time: now)
      bucket.level = level(of: bucket, at: now)
      bucket.time = now
      defer {
        buckets[key] = bucket
        if buckets.count > capacity { forget(&buckets, at: now) }
      }
      guard bucket.level < 1 else {
        bucket.level -= 1
        return nil
      }
      return Int(((1 - bucket.level) / rate).rounded(.up))
    }
  }

  private func level(of bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
    let elapsed = (now - bucket.time) / .seconds(1)
    return min(burst, bucket.level + elapsed * rate)
  }

  /// Forgets the half of the keys that are allowed the most.
  private func forget(_ buckets: inout [String: Bucket], at now: ContinuousClock.Instant) {
    let levels = buckets.mapValues { level(of: $0, at: now) }.sorted { $0.value < $1.value }
    for (key, _) in levels.dropFirst(capacity / 2) { buckets[key] = nil }
  }
}
