import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

extension RoutableView<any PreviewInput> { fileprivate static var shownPreview: Self { declared() } }

private typealias Decide = @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision

@MainActor
@Suite("Interceptors")
struct InterceptorTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()
  private var presenter: ScriptedPresenter { window.presenter }

  /// A registry with an editor and a preview.
  private func registry(_ interceptors: Intercepts...) throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View(.editor)
        Identifier("editor")
      }
      Route(ShownPreview.self) { View(.shownPreview) }
      for interceptor in interceptors { interceptor }
    }
  }

  /// An interceptor of the editor that decides at once or after other tasks.
  private func editor(
    atOnce: Bool, _ decide: @escaping @MainActor @Sendable (RouteAttempt) throws -> RouteDecision
  ) -> Intercepts {
    let decideAboutEditor: @MainActor @Sendable (RouteAttempt) throws -> RouteDecision = {
      $0.identifiers == ["editor"] ? try decide($0) : .proceed
    }
    return atOnce ? Intercepts(immediately: decideAboutEditor) : Intercepts { try decideAboutEditor($0) }
  }

  private func perform(_ registry: Registry) throws -> ActiveRoute<any EditorInput> {
    try registry.perform(to: .editor, path: .push(from: window))
  }

  /// Performs with an interceptor that waits, and its decision.
  private func perform(_ decide: @escaping Decide) throws -> ActiveRoute<any EditorInput> {
    try perform(registry(Intercepts { try await decide($0) }))
  }

  /// The error of performing, or of the presentation.
  private func performError(_ registry: Registry) async -> RouteError? {
    await routeFailure { _ = try await inTime { try await perform(registry).finallyCompleted() } }
  }

  /// Waits until an attempt has ended.
  private func end(of active: ActiveRoute<any EditorInput>) async {
    for _ in 0..<10_000 where active.state == .routing { await Task.yield() }
  }

  /// Waits for an editor in a task that is canceled before or after it waits, and for the end of the attempt.
  private func cancelWait(for active: ActiveRoute<any EditorInput>, isEarly: Bool = false) async {
    let waiting = Task {
      while isEarly, !Task.isCancelled { await Task.yield() }
      _ = try await active.completed()
    }
    if !isEarly { await letOthersProceed(10) }
    waiting.cancel()
    await expectCancellation(of: waiting)
    await end(of: active)
    #expect(active.state == .unrouted && presenter.shown.isEmpty)
  }

  // MARK: - Order

  /// Returns an interceptor that logs its name and proceeds at once.
  private func at(_ name: String) -> Intercepts {
    Intercepts(immediately: { [log] _ in
      log.append(name)
      return .proceed
    })
  }

  /// Returns an interceptor that logs its name and proceeds, and decides only about some attempts.
  private func later(
    _ name: String, when condition: @escaping @MainActor @Sendable (RouteAttempt) -> Bool = { _ in true }
  ) -> Intercepts {
    Intercepts(when: condition) { [log] _ in
      log.append(name)
      return .proceed
    }
  }

  @Test func `interceptors decide in order, and performing stays synchronous if none waits`() async throws {
    let isPreview: @MainActor @Sendable (RouteAttempt) -> Bool = { $0.identifiers.isEmpty }
    let registry = try registry(at("1"), later("2", when: isPreview), at("3"), later("4", when: isPreview))
    let active = try perform(registry)
    #expect(active.state == .routed && active.destination != nil && log.all == ["1", "3"])
    log.clear()
    let preview = try registry.perform(to: .shownPreview, path: .push(from: window))
    #expect(preview.state == .routing && log.all == ["1"])
    try await inTime { try await preview.completed() }
    #expect(log.all == ["1", "2", "3", "4"])
  }

  // MARK: - Refusals and redirections

  @Test(arguments: [false, true], [false, true])
  func `an interceptor can refuse`(throwing isThrown: Bool, atOnce: Bool) async throws {
    let refusal = editor(atOnce: atOnce) { _ in
      if isThrown { throw Failure(description: "log in first") }
      return .refuse(Failure(description: "log in first"))
    }
    let problem = await performError(try registry(refusal, later("asked")))
    #expect(problem?.code == .refused && (problem?.underlying as? Failure)?.description == "log in first")
    #expect(
      problem?.message.withoutPlaces
        == "an interceptor refused to show Editor (line): log in first (Failure)")
    #expect(log.all.isEmpty && !presenter.calls.contains("show push"))
  }

  @Test(arguments: [true, false])
  func `waiting for the final screen follows redirections`(atOnce: Bool) async throws {
    let asked = Intercepts(immediately: { [log] attempt in
      log.append("\(attempt.destinationName) after \(attempt.redirectedFrom.map { "\($0)" })")
      return .proceed
    })
    let registry = try registry(asked, editor(atOnce: atOnce) { _ in .redirect(to: .shownPreview) })
    let active = try perform(registry)
    #expect(active.state == (atOnce ? .unrouted : .routing))
    #expect((active.redirection?.state == .routed) == atOnce, "performing returns after a redirection")
    #expect(try await inTime { try await active.finallyCompleted() } is ShownPreview)
    #expect(presenter.shown.map { $0.destination is ShownPreview } == [true])
    #expect(await active.completionError()?.code == .redirected && active.state == .unrouted)
    #expect(active.redirection?.destination is ShownPreview)
    #expect(log.all == ["Editor after []", "ShownPreview after [\"Editor\"]"])
    let preview = try registry.perform(to: .shownPreview, path: .makeDestination)
    #expect(try await inTime { try await preview.finallyCompleted() } is ShownPreview)
  }

  /// Redirects the URLs of notes, whose numbers count in decimal, until a number.
  private func notes(
    atOnce: Bool, _ next: @escaping @MainActor @Sendable (Int) -> Int?
  ) throws -> Registry {
    let decide: @MainActor @Sendable (RouteAttempt) throws -> RouteDecision = { attempt in
      let number = try attempt.parameters?.value("number", as: Int.self) ?? 0
      return next(number).map { .redirectToURL("notes:///\($0)") } ?? .proceed
    }
    return try Registry {
      Route(Editor.self) {
        View(.editor)
        URLPattern("notes:///:number")
        atOnce ? Intercepts(immediately: decide) : Intercepts { try decide($0) }
      }
    }
  }

  /// Decisions by the number of a note, and the beginning of the error, or nil if the last note is shown.
  nonisolated private static let chains: [(@MainActor @Sendable (Int) -> Int?, error: String?)] = [
    ({ $0 < 15 ? $0 + 1 : nil }, nil),
    ({ 3 - $0 }, "interceptors redirect to each other in a cycle: Editor (line) for \"notes:///1\""),
    ({ $0 + 1 }, "interceptors redirect more than 20 times: Editor (line) for \"notes:///1\""),
  ]

  @Test(arguments: [true, false])
  func `a route can redirect to itself with another URL, but not in a cycle or endlessly`(
    atOnce: Bool
  ) async throws {
    for (next, expected) in Self.chains {
      let registry = try notes(atOnce: atOnce, next)
      let problem = await routeFailure {
        let active = try registry.open("notes:///1", .push(from: window))
        _ = try await inTime { try await active.finallyCompleted() }
        #expect(active.redirection?.url == "notes:///2")
      }
      #expect((problem?.code == .redirectionCycle) == (expected != nil))
      if let expected { #expect(problem?.message.withoutPlaces.hasPrefix(expected) == true) }
      #expect(presenter.shown.count == 1)
    }
  }

  @Test(arguments: [false, true])
  func `a redirection that leads nowhere names the route and the interceptor`(atOnce: Bool) async throws {
    let targets: [(RouteDecision, String)] = [
      (
        .redirectToURL("notes://nowhere"),
        "no route matches \"notes://nowhere\": no route of the registry has a URLPattern"
      ),
      (.redirect(to: View<any HeadingInput>()), "nothing provides View<any HeadingInput> in this registry"),
    ]
    for (decision, expected) in targets {
      let error = await performError(try registry(editor(atOnce: atOnce) { _ in decision }))
      let message = error?.message ?? ""
      let beginning = "the interceptor at line cannot redirect Editor (line): \(expected)"
      #expect(message.withoutPlaces.hasPrefix(beginning))
      let places = message.matches(of: #/swift:[0-9]+/#).map(\.output)
      #expect(Set(places.prefix(2)).count == 2, "the places of the interceptor and of the route")
      #expect((error?.underlying as? RouteError)?.code == error?.code)
    }
  }

  @Test func `a second attempt doesn't repeat the first redirection`() async throws {
    let (count, results) = (Counter(), Log())
    let once = editor(atOnce: false) { _ in
      count.increment()
      return count.value == 1 ? .redirect(to: .shownPreview) : .proceed
    }
    let active = try registry(once).perform(to: .editor, path: .push(from: window)) { options in
      guard count.value == 0 else { return }
      options.animated = false
      options.prepareDestination = { $0.title = "first" }
      options.onSuccess = { _ in results.append("success") }
      options.onFailure = { results.append("\($0.code)") }
      options.onStateChange = { results.append("\($0) → \($1)") }
    }
    #expect(await active.completionError() != nil)
    let redirection = try #require(active.redirection)
    try await inTime { try await redirection.completed() }
    #expect(!active.options.animated)
    #expect(results.all == ["unrouted → routing", "routing → unrouted", "redirected"])
    results.clear()
    try active.perform()
    #expect(active.redirection == nil && active.options.animated && active.options.onSuccess == nil)
    #expect(try await inTime { try await active.completed() }.title == "")
    #expect(active.redirection == nil && results.all == [] && presenter.calls.last == "show push")
  }

  @Test func `the removed destination is gone while interceptors decide again`() async throws {
    let results = Log()
    let active = try perform { _ in .proceed }
    try await inTime { try await active.completed() }
    try active.remove {
      $0.onSuccess = {
        try? active.perform()
        results.append("\(active.state), \(active.destination == nil ? "gone" : "still there")")
      }
    }
    #expect(results.all == ["routing, gone"])
    try await inTime { try await active.completed() }
  }

  // MARK: - Cancellation

  /// The closure of the interceptor ends with an error, or proceeds in spite of the cancellation.
  @Test(arguments: [false, true], [false, true])
  func `an interceptor is canceled with its caller`(proceeds: Bool, isEarly: Bool) async throws {
    let canceled = Log()
    let active = try perform { _ in
      do { try await Task.sleep(for: .seconds(3_600)) } catch {
        canceled.append("canceled")
        if !proceeds { throw error }
      }
      return .proceed
    }
    await cancelWait(for: active, isEarly: isEarly)
    #expect(canceled.all == ["canceled"])
    let error = await active.completionError()
    #expect(error?.code == .refused && error?.underlying is CancellationError)
    #expect(error?.message.hasPrefix("the task was canceled while interceptors decided about Editor") == true)
  }

  @Test func `an attempt that begins in onFailure can be canceled`() async throws {
    let count = Counter()
    let registry = try registry(
      Intercepts { _ in
        count.increment()
        guard count.value > 1 else { return .refuse(Failure(description: "first")) }
        try await Task.sleep(for: .seconds(3_600))
        return .proceed
      })
    var active: ActiveRoute<any EditorInput>?
    active = try registry.perform(to: .editor, path: .push(from: window)) { options in
      options.onFailure = { _ in if count.value == 1 { try? active?.perform() } }
    }
    for _ in 0..<10_000 where count.value < 2 { await Task.yield() }
    await cancelWait(for: try #require(active))
  }
}
