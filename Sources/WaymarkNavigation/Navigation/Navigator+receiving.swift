import Observation
import WaymarkCore

extension Navigator {
  /// The received URLs that haven't been shown yet, in order of arrival.
  public var receivedURLs: [String] { received.urls(at: now()) }

  /// The URL that the navigator has received last, also after showing it.
  package var lastReceivedURL: String? { received.last }

  /// Opens a URL as soon as possible.
  ///
  ///     navigator.receive("notes://editor/7")
  ///
  /// The navigator keeps the URL until `opensWhen` returns true and the URL's own screen is shown. If interceptors show
  /// another screen in its place, such as a log-in, or if it fails, it continues on ``retry()`` and when a property
  /// that `opensWhen` reads changes. While interceptors decide the same, it changes no screen again. After an attempt
  /// that has changed screens and failed, it creates the views as a trial before it removes screens again.
  ///
  /// The navigator drops the URL after the time limit, when a newer URL replaces it (`keeping: .newest`), or if it can
  /// never open: if it leads nowhere, has wrong parameters, or is refused, if a screen that it would remove decides to
  /// stay, or if the user or the program changes the screens during an attempt. ``onFailure`` receives each error. If
  /// the navigator follows the installed registry, and none or an early one is installed, an unmatched URL waits until
  /// another registry is. If the navigator is busy, the URL waits, or else it replaces the change in progress with its
  /// first attempt.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - kind: The kind of path for the destination.
  ///   - lower: The kind of path for the screens below, as in ``Registry/plan(for:along:below:)``.
  public func receive(
    _ url: some RoutableURL, along kind: RoutePath.Kind = .push, below lower: RoutePath.Kind? = nil
  ) {
    received.add(url.routedText, along: kind, below: lower, at: now())
    openReceived(replacing: whileBusy == .replace)
  }

  /// Tries to open the received URLs that haven't been shown yet.
  ///
  /// Call this method when the result of `opensWhen` may have changed, but no observable property has.
  public func retry() { openReceived() }

  private func openReceived(replacing: Bool = false) {
    guard opening == nil || replacing else {
      opensAgain = true
      return
    }
    guard !receivedURLs.isEmpty, isReady() else { return }
    // A URL that another one replaces has had its attempt.
    var onlyNew = opening != nil
    let id = received.newNumber()
    opening = id
    Task {
      repeat {
        if !onlyNew { opensAgain = false }
        await openOnce(in: id, onlyNew: onlyNew)
        onlyNew = false
        // `onFailure` may receive the URL again after each failure.
        if opensAgain { await Task.yield() }
      } while opensAgain && opening == id
      if opening == id { opening = nil }
    }
  }

  /// Tries each URL once, or only those without an attempt, until another task takes over.
  private func openOnce(in task: Int, onlyNew: Bool) async {
    guard opening == task else { return }
    received.beginRound(onlyNew: onlyNew)
    while opening == task, isReady(), let entry = received.take(at: now()) {
      do throws(Failure) {
        let wanted: WantedScreens
        let known = registry
        do throws(Failure) {
          wanted = try self.wanted(for: entry.url, along: entry.kind, below: entry.lower)
        } catch {
          if waitsForRegistry(after: error, in: known) { continue }
          // The URL leads nowhere, now or later. An error of a step, such as of a redirection, has other causes.
          received.remove(entry)
          throw error
        }
        // A URL of an earlier attempt doesn't replace a change that has begun since.
        let replaces = whileBusy == .replace && !entry.isTried
        let redirection = try await show(
          wanted, asking: true, animated: true, whileBusy: replaces ? .replace : .wait,
          after: entry.redirection, hasFailed: entry.hasFailed)
        guard let redirection else {
          received.remove(entry)
          continue
        }
        received.update(entry) { $0.redirection = redirection }
        // If the reason no longer applies, the URL comes before later ones.
        if opensAgain { return }
      } catch {
        if isFinal(error.error, in: task) { received.remove(entry) }
        if !error.changes.isEmpty { received.update(entry) { $0.hasFailed = true } }
        onFailure?(entry.url, error)
      }
    }
  }

  /// Returns whether another attempt to open a URL would fail as well, or would undo the user's own changes.
  private func isFinal(_ error: RouteError, in task: Int) -> Bool {
    if source == nil { return true }
    return switch error.code {
    case .invalidParameter, .missingParameter, .refused: true
    // A decision that failed has an underlying error.
    case .stayed: error.underlying == nil
    // Another received URL also replaces the task.
    case .superseded: opening == task
    default: false
    }
  }

  /// Returns whether another installed registry may match an unmatched URL, and waits for that registry.
  private func waitsForRegistry(after failure: Failure, in known: Registry) -> Bool {
    let isUnmatched = [.unknownURL, .noRegistryInstalled].contains(failure.error.code)
    guard isUnmatched, isPreliminary(known) else { return false }
    guard !waitsForRegistry else { return true }
    waitsForRegistry = true
    CurrentRegistry.whenInstalled(after: known) { [weak self] in
      Task { @MainActor in
        self?.waitsForRegistry = false
        self?.openReceived()
      }
    }
    return true
  }

  /// Returns whether the navigator follows the installed registry, and that's an early one, or none is installed.
  func isPreliminary(_ registry: Registry) -> Bool { ownRegistry == nil && registry.stage == .early }

  /// Returns whether the navigator may open URLs, and observes the properties that decide.
  private func isReady() -> Bool {
    // An observation lasts until the next change. After a false answer, observe again, because the closure may have
    // read other properties than before.
    if observesReady, opensWhen() { return true }
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return opensWhen() }
    observesReady = withObservationTracking {
      opensWhen()
    } onChange: { [weak self] in
      // The property has its new value only afterward.
      Task { @MainActor in
        self?.observesReady = false
        self?.openReceived()
      }
    }
    return observesReady
  }
}

/// The URLs that a navigator has received and not shown yet.
struct ReceivedURLs {
  struct Entry {
    fileprivate let number: Int
    let url: String
    let kind: RoutePath.Kind
    let lower: RoutePath.Kind?
    fileprivate let end: Duration
    /// The screen that interceptors have shown in place of a step, or nil if they haven't.
    fileprivate(set) var redirection: Redirection?
    /// Whether an earlier attempt has ended without showing the URL's screen.
    fileprivate(set) var isTried = false
    /// Whether an earlier attempt has changed the screens, and then failed.
    fileprivate(set) var hasFailed = false
  }

  private let policy: Navigator.KeepPolicy
  private let limit: Duration
  private var entries: [Entry] = []
  /// The URL that was added last.
  private(set) var last: String?
  /// The last number of a URL or a task.
  private var lastNumber = 0
  /// The numbers of the URLs that the current round hasn't tried.
  private var untried: Set<Int> = []

  /// Creates an empty list, which keeps URLs according to a policy and for a limited time.
  init(keeping policy: Navigator.KeepPolicy, for limit: Duration) {
    self.policy = policy
    self.limit = limit
  }

  /// Returns the URLs within their time limit, in order of arrival.
  func urls(at now: Duration) -> [String] { entries.filter { now < $0.end }.map(\.url) }

  mutating func add(
    _ url: String, along kind: RoutePath.Kind, below lower: RoutePath.Kind?, at now: Duration
  ) {
    last = url
    if policy == .newest { entries = [] }
    // Open the same URL only once.
    entries.removeAll { $0.url == url }
    entries.append(Entry(number: newNumber(), url: url, kind: kind, lower: lower, end: now + limit))
  }

  /// Returns a number that no URL and no task has.
  mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Begins a round, which tries each earlier URL once, or only those without an attempt.
  mutating func beginRound(onlyNew: Bool) {
    untried = Set(entries.filter { !onlyNew || !$0.isTried }.map(\.number))
  }

  /// Drops URLs after their time limit, and returns the next URL of this round.
  mutating func take(at now: Duration) -> Entry? {
    entries.removeAll { now >= $0.end }
    guard let index = entries.firstIndex(where: { untried.contains($0.number) }) else { return nil }
    let entry = entries[index]
    entries[index].isTried = true
    untried.remove(entry.number)
    return entry
  }

  /// Removes a URL that was shown, or that can't be.
  mutating func remove(_ entry: Entry) { entries.removeAll { $0.number == entry.number } }

  /// Records the result of an attempt, unless the URL was removed.
  mutating func update(_ entry: Entry, _ change: (inout Entry) -> Void) {
    if let index = entries.firstIndex(where: { $0.number == entry.number }) { change(&entries[index]) }
  }

  /// Removes the URLs that wait behind a redirection, and lead to a screen that another caller has shown.
  mutating func removeRedirected(where isShown: (String) -> Bool) {
    entries.removeAll { $0.redirection != nil && isShown($0.url) }
  }
}
