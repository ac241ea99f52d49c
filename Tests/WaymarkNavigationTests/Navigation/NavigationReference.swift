import Waymark

/// The expected screens, computed as plainly as possible, as the reference of the model test.
///
/// Samples/NotesDesktop also compares real windows with it.
struct NavigationReference {
  /// The treatment of one change by a presenter.
  enum Action {
    case succeed
    case fail
    /// The change succeeds after other work on the main actor.
    case succeedLate
    /// The task of the request is canceled, then the change succeeds.
    case cancel
    /// The change succeeds, then the user removes the topmost screen.
    case dismiss
    /// The test requests another change, then this one succeeds.
    case request
  }

  struct Screen: Equatable {
    /// The URL of the screen's own route, or `none`.
    let url: String
    let number: Int
    /// The URL of the step that led to the screen, before a redirection, or `none`.
    let step: String
    /// The URLs of the steps that wait behind a redirection.
    var rest: [String] = []
  }

  /// A change to request from a navigator.
  enum Request {
    case plan([String], asking: Bool)
    case open(String)
    case back(of: Int?)
  }

  /// The screens, beginning with the lowest.
  private(set) var screens: [Screen] = []
  /// The URLs of the screens that decide to stay.
  var staying: Set<String> = []
  /// The URLs of the steps that interceptors replace with a screen without a URL.
  var redirected: Set<String> = []
  private var events: [String] = []
  private var count = 0

  /// The URLs of the plan of the screens.
  var plan: [String] {
    let known = screens.prefix { $0.step != "none" }
    let end = known.firstIndex { !$0.rest.isEmpty }
    return known.prefix((end ?? known.count) + 1).map(\.step) + (end.map { known[$0].rest } ?? [])
  }

  /// Returns the events since the last call.
  mutating func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  /// Shows a screen.
  mutating func show(_ url: String) {
    events.append("willPerform \(url)")
    append(url, step: url)
  }

  private mutating func append(_ url: String, step: String, before rest: [String] = []) {
    count += 1
    events.append("didPerform \(url)")
    screens.append(Screen(url: url, number: count, step: step, rest: rest))
  }

  /// Removes the topmost screen, as the user does.
  mutating func dismiss() {
    if let screen = screens.popLast() { events.append("didRemove \(screen.url)") }
  }

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - script: The presenter's actions for the steps.
  ///   - isReplaced: Whether a change requested meanwhile replaces this one.
  /// - Returns: The code of the error, or nil.
  mutating func make(
    _ request: Request, _ script: inout [Action], replaced isReplaced: Bool
  ) -> RouteError.Code? {
    if case .back(nil) = request { return .actionFailed }
    var isAsking = true
    if case .plan(_, asking: false) = request { isAsking = false }
    if isAsking, screens[kept(request)...].contains(where: { staying.contains($0.url) }) { return .stayed }
    var ended: RouteError.Code?
    func end(_ action: Action) {
      if action == .cancel { ended = ended ?? .refused }
      if action == .request, isReplaced { ended = .superseded }
    }
    while screens.count > kept(request) {
      if let ended { return ended }
      let action = script.isEmpty ? .succeed : script.removeFirst()
      let url = screens[screens.count - 1].url
      events.append("willRemove \(url)")
      guard action != .fail else {
        events.append("failed(actionFailed) \(url)")
        return .actionFailed
      }
      dismiss()
      end(action)
      if action == .dismiss { dismiss() }
    }
    var rest = wanted(request).dropFirst(screens.count)
    if case .back = request { return nil }
    if let last = screens.last, last.url != last.step {
      screens[screens.count - 1].rest = Array(rest)
      return nil
    }
    var expected = screens
    while let url = rest.popFirst() {
      if let ended { return ended }
      let isRedirected = redirected.contains(url)
      let own = isRedirected ? "none" : url
      guard expected == screens else {
        events += (isRedirected ? [own, url] : [own]).map { "failed(superseded) \($0)" }
        return .superseded
      }
      let action = script.isEmpty ? .succeed : script.removeFirst()
      events.append("willPerform \(own)")
      // The attempt to show the step itself ends as soon as the presenter has begun to show the other screen.
      let redirection = isRedirected ? ["failed(redirected) \(url)"] : []
      let isLate = [.succeedLate, .cancel, .request].contains(action)
      if isLate { events += redirection }
      guard action != .fail else {
        events += ["failed(actionFailed) \(own)"] + redirection
        return .actionFailed
      }
      append(own, step: url, before: isRedirected ? Array(rest) : [])
      expected = screens
      end(action)
      if action == .dismiss { dismiss() }
      if !isLate { events += redirection }
      // Nothing is shown above the screen of a redirection.
      if isRedirected { return nil }
    }
    return nil
  }

  /// The screens after a change.
  private func wanted(_ request: Request) -> [String] {
    switch request {
    case .plan(let urls, _): urls
    case .open(let url): url.contains("//c/") ? [url.replacing("//c/", with: "//b/"), url] : [url]
    case .back: []
    }
  }

  /// The number of screens that a change keeps.
  private func kept(_ request: Request) -> Int {
    if case .back(let number) = request { return screens.firstIndex { $0.number == number } ?? screens.count }
    // Interceptors decide again about each screen, and nothing stays above the screen of a redirection.
    let kept = zip(screens, wanted(request)).prefix { screen, step in
      screen.step == step && (screen.url == step) != redirected.contains(step)
    }
    return kept.firstIndex { screen, step in screen.url != step }.map { $0 + 1 } ?? kept.count
  }
}
