import Observation
import WaymarkCore

extension Navigator {
  /// The URLs that were received and not shown yet, in the order in which they were received.
  public var receivedURLs: [String] { received.urls(at: now()) }

  /// Opens a URL as soon as it can be opened.
  ///
  ///     navigator.receive("notes://editor/7")
  ///
  /// The URL is kept until `opensWhen` returns true, and until its screen was shown: if that fails, it's tried again by
  /// ``retry()``, and when what `opensWhen` observes changes. It's dropped when its time has passed, when
  /// a newer one replaces it, or if it leads nowhere. If the registry is early, a URL that nothing matches waits until
  /// the registry is complete. ``onFailure`` receives each error. If the navigator is busy, the URL waits, unless it
  /// replaces the change under way.
  ///
  /// - Parameter url: The URL.
  public func receive(_ url: some RoutableURL) {
    received.add(url.routedText, at: now())
    openReceived()
  }

  /// Tries to open the URLs that were received and not shown yet.
  ///
  /// Call it when `opensWhen` may return something else, and nothing that it reads is observable.
  public func retry() { openReceived() }

  private func openReceived() {
    guard opening == nil else {
      opensAgain = true
      return
    }
    guard !receivedURLs.isEmpty, isReady() else { return }
    opening = Task {
      repeat {
        opensAgain = false
        await openOnce()
        // `onFailure` may receive the URL again, each time it can't be opened.
        if opensAgain { await Task.yield() }
      } while opensAgain
      opening = nil
    }
  }

  /// Tries each URL once.
  private func openOnce() async {
    received.beginRound()
    while isReady(), let entry = received.take(at: now()) {
      do throws(Failure) {
        let wanted: WantedScreens
        do throws(Failure) {
          wanted = try self.wanted(for: entry.url, along: .push)
        } catch {
          if waitsForCompletion(error) { continue }
          // The URL leads nowhere, now and later. An error of a step, such as of a redirection, isn't the URL's.
          received.remove(entry)
          throw error
        }
        try await show(
          wanted, asking: true, animated: true, whileBusy: whileBusy == .refuse ? .wait : whileBusy)
        received.remove(entry)
      } catch {
        onFailure?(entry.url, error)
      }
    }
  }

  /// Returns whether a URL that leads nowhere may lead somewhere when the registry is complete, and waits for that.
  private func waitsForCompletion(_ failure: Failure) -> Bool {
    guard registry.stage == .early, registry.completion == nil, failure.error.code == .unknownURL else {
      return false
    }
    if !isWaitingForCompletion {
      isWaitingForCompletion = true
      registry.whenCompleted { [weak self] in
        Task { @MainActor in
          self?.isWaitingForCompletion = false
          self?.openReceived()
        }
      }
    }
    return true
  }

  /// Returns whether URLs may be opened, and observes what decides about it.
  private func isReady() -> Bool {
    withObservationTracking {
      opensWhen()
    } onChange: { [weak self] in
      // The property has its new value only afterward.
      Task { @MainActor in self?.openReceived() }
    }
  }
}

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
