import WaymarkCore

/// The URLs that a navigator has received and not shown yet.
struct ReceivedURLs {
  /// A URL that was received.
  struct Entry: Hashable {
    fileprivate let number: Int
    let url: String
    fileprivate let end: Duration
    /// The round in which it was tried last, or else received.
    fileprivate var lastRound: Int
  }

  private let policy: Navigator.KeepPolicy
  private let limit: Duration
  private var entries: [Entry] = []
  private var next = 0
  private var round = 0

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - policy: Which of several URLs are kept.
  ///   - limit: How long a URL is kept.
  init(keeping policy: Navigator.KeepPolicy, for limit: Duration) {
    self.policy = policy
    self.limit = limit
  }

  /// The URLs that are kept at a time, in the order in which they were received.
  func urls(at now: Duration) -> [String] { entries.filter { now < $0.end }.map(\.url) }

  /// Adds a URL.
  mutating func add(_ url: String, at now: Duration) {
    if policy == .newest { entries = [] }
    // The same URL needn't be opened twice.
    entries.removeAll { $0.url == url }
    next += 1
    entries.append(Entry(number: next, url: url, end: now + limit, lastRound: round))
  }

  /// Begins a round, in which each URL is tried once that was received before.
  mutating func beginRound() { round += 1 }

  /// Returns the next URL that's to be tried in this round, after dropping those whose time has passed.
  mutating func take(at now: Duration) -> Entry? {
    entries.removeAll { now >= $0.end }
    guard let index = entries.firstIndex(where: { $0.lastRound != round }) else { return nil }
    entries[index].lastRound = round
    return entries[index]
  }

  /// Removes a URL that was shown, or that can never be.
  mutating func remove(_ entry: Entry) { entries.removeAll { $0.number == entry.number } }
}
