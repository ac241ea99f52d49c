import Synchronization

/// Limits the attempts to log in at this process, so that passwords can't be guessed, and strangers lock nobody out.
final class LogInLimiter: Sendable {
  /// The attempts of each client, of each client with one name, and with each name.
  private let clients, pairs, names: RateLimiter
  /// The pairs of a name and a client that has logged in with it, which only the first limit applies to.
  private let known = Mutex<Set<String>>([])

  /// Creates a limiter with a multiple of the usual rates.
  init(rate: Double = 1) {
    clients = RateLimiter(perSecond: 0.2 * rate, burst: 10)
    // Several clients at once have to try a name until another one has to wait.
    pairs = RateLimiter(perSecond: 0.02 * rate, burst: 10)
    names = RateLimiter(perSecond: 0.1 * rate, burst: 30)
  }

  /// Counts an attempt of a client, with a name if there is one, or throws an error with the status 429.
  func attempt(_ name: String?, by client: String) throws {
    try clients.take(client, for: "attempts")
    guard let pair = name.map({ Self.pair($0, client) }), !known.withLock({ $0.contains(pair) }) else {
      return
    }
    try pairs.take(pair, for: "attempts")
    try names.take(name?.lowercased() ?? "", for: "attempts")
  }

  func succeed(_ name: String, by client: String) {
    known.withLock { known in
      if known.count >= 10_000 { known = [] }
      known.insert(Self.pair(name, client))
    }
  }

  private static func pair(_ name: String, _ client: String) -> String { "\(name.lowercased()) \(client)" }
}
