import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

extension RoutableView<any PreviewInput> { fileprivate static var shownPreview: Self { declared() } }

private typealias Decide = @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision

/// The common parts of the tests of interceptors: an editor with an interceptor, and a preview, which may have one.
@MainActor private protocol InterceptorSuite: RouteVocabulary {
  var window: ScriptedWindow { get }
  var log: Log { get }
}

extension InterceptorSuite {
  fileprivate var presenter: ScriptedPresenter { window.presenter }

  fileprivate func perform(_ registry: Registry) throws -> ActiveRoute<any EditorInput> {
    try registry.perform(to: .editor, path: .push(from: window))
  }

  /// Waits until an attempt has ended.
  fileprivate func end(of active: ActiveRoute<any EditorInput>) async {
    for _ in 0..<10_000 where active.state == .routing { await Task.yield() }
  }

  /// Waits for an editor in a canceled task, and for the end of the attempt.
  fileprivate func cancelWait(for active: ActiveRoute<any EditorInput>) async {
    let waiting = Task { _ = try await active.completed() }
    await letOthersProceed(10)
    waiting.cancel()
    await expectCancellation(of: waiting)
    await end(of: active)
    #expect(active.state == .unrouted && presenter.shown.isEmpty)
  }
}

@MainActor
@Suite("Interceptors")
struct InterceptorTests: InterceptorSuite {
  fileprivate let window = ScriptedWindow()
  fileprivate let log = Log()

  private func registry(editor: @escaping Decide, all: @escaping Decide = { _ in .proceed }) throws
    -> Registry
  {
    try Registry {
      Route(Editor.self) {
        View(.editor)
        Intercepts { attempt in
          log.append("the route is asked")
          return try await editor(attempt)
        }
      }
      Route(ShownPreview.self) { View(.shownPreview) }
      Intercepts { attempt in
        let origins = attempt.redirectedFrom.map { "\($0)" }
        log.append("the registry is asked about \(attempt.destinationName) \(origins)")
        return try await all(attempt)
      }
    }
  }

  @Test(arguments: [false, true]) func `an interceptor can refuse`(throwing isThrown: Bool) async throws {
    let active = try perform(
      registry(editor: { _ in
        if isThrown { throw Failure(description: "log in first") }
        return .refuse(Failure(description: "log in first"))
      }))
    let error = await active.completionError()
    #expect(error?.code == .refused && (error?.underlying as? Failure)?.description == "log in first")
    #expect(error?.message.hasPrefix("an interceptor refused to show Editor (") == true)
    #expect(error?.message.hasSuffix("): log in first (Failure)") == true)
    #expect(active.state == .unrouted && !presenter.calls.contains("show push"))
  }

  @Test func `an interceptor can redirect`() async throws {
    let active = try perform(registry(editor: { _ in .redirect(to: View(.shownPreview)) }))
    #expect(await active.completionError()?.code == .redirected && active.state == .unrouted)
    let redirection = try #require(active.redirection)
    #expect(try await inTime { try await redirection.completed() } is ShownPreview)
    #expect(log.all.last == "the registry is asked about ShownPreview [\"Editor\"]")
    #expect(presenter.shown.map { $0.destination is ShownPreview } == [true])
  }

  @Test(arguments: [false, true])
  func `a redirection that leads nowhere names the route and the interceptor`(atOnce: Bool) async throws {
    let (log, line) = (log, #line)
    let targets: [RouteDecision] = [
      .redirectToURL("notes://nowhere"), .redirect(to: View<any HeadingInput>()),
    ]
    for decision in targets {
      let registry = try Registry {
        ReportsErrors { log.append("\($0.code)") }
        Route(Editor.self) {
          View(.editor)
          if atOnce { Intercepts(immediately: { _ in decision }) } else { Intercepts { _ in decision } }
        }
      }
      let error = await routeFailure {
        _ = try await inTime { try await perform(registry).completed() is Editor }
      }
      let expected =
        if case .redirect = decision {
          "nothing provides View<any HeadingInput> in this registry"
        } else {
          "no route matches \"notes://nowhere\": no route of the registry has a URLPattern"
        }
      let message = error.map { relative($0.message, fileID: #fileID, line: line) } ?? ""
      #expect(
        message.hasPrefix("the interceptor at line + 9 cannot redirect Editor (line + 7): \(expected)"),
        "\(message)")
      #expect((error?.underlying as? RouteError)?.code == error?.code)
    }
    #expect(log.all == ["unknownURL", "unregistered"])
  }

  @Test func `a second attempt doesn't repeat the first redirection`() async throws {
    let (count, results) = (Counter(), Log())
    let registry = try registry(editor: { _ in
      count.increment()
      return count.value == 1 ? .redirect(to: View(.shownPreview)) : .proceed
    })
    let active = try registry.perform(to: .editor, path: .push(from: window)) { options in
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
    let active = try perform(registry(editor: { _ in .proceed }))
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

  /// The closure of the interceptor ends with an error, or proceeds in spite of the cancellation.
  @Test(arguments: [false, true])
  func `an interceptor is canceled with its caller`(proceeds: Bool) async throws {
    let canceled = Log()
    let active = try perform(
      registry(editor: { _ in
        do { try await Task.sleep(for: .seconds(3_600)) } catch {
          canceled.append("canceled")
          if !proceeds { throw error }
        }
        return .proceed
      }))
    await cancelWait(for: active)
    #expect(canceled.all == ["canceled"])
    let error = await active.completionError()
    #expect(error?.code == .refused && error?.underlying is CancellationError)
    #expect(error?.message.hasPrefix("the task was canceled while interceptors decided about Editor") == true)
  }

  @Test func `a caller canceled before it waits cancels interceptors`() async throws {
    let active = try perform(
      registry(editor: { _ in
        try await Task.sleep(for: .seconds(3_600))
        return .proceed
      }))
    let waiting = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try await active.completed()
    }
    waiting.cancel()
    await expectCancellation(of: waiting)
    await end(of: active)
    #expect(active.state == .unrouted)
  }

  @MainActor private final class Retry {
    var active: ActiveRoute<any EditorInput>?
    var isLeft = true
  }

  @Test func `an attempt that begins in onFailure can be canceled`() async throws {
    let (count, retry) = (Counter(), Retry())
    let registry = try registry(editor: { _ in
      count.increment()
      guard count.value > 1 else { return .refuse(Failure(description: "first")) }
      try await Task.sleep(for: .seconds(3_600))
      return .proceed
    })
    let active = try registry.perform(to: .editor, path: .push(from: window)) { options in
      options.onFailure = { _ in
        guard retry.isLeft else { return }
        retry.isLeft = false
        try? retry.active?.perform()
      }
    }
    retry.active = active
    for _ in 0..<10_000 where count.value < 2 { await Task.yield() }
    #expect(active.interception != nil)
    await cancelWait(for: active)
  }
}

@MainActor
@Suite("Interceptors that decide at once")
struct ImmediateInterceptorTests: InterceptorSuite {
  fileprivate let window = ScriptedWindow()
  fileprivate let log = Log()

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

  @Test func `performing stays synchronous if no interceptor waits`() async throws {
    let registry = try registry(at("immediate"), later("asynchronous", when: { $0.identifiers.isEmpty }))
    let active = try perform(registry)
    #expect(active.state == .routed && active.destination != nil && log.all == ["immediate"])
    log.clear()
    let preview = try registry.perform(to: .shownPreview, path: .push(from: window))
    #expect(preview.state == .routing && log.all == ["immediate"])
    try await inTime { try await preview.completed() }
    #expect(log.all == ["immediate", "asynchronous"])
  }

  @Test func `interceptors decide in order, whether they wait or not`() async throws {
    let registry = try registry(at("1"), later("2"), at("3"), later("no", when: { _ in false }), later("4"))
    let active = try perform(registry)
    #expect(log.all == ["1"])
    try await inTime { try await active.completed() }
    #expect(log.all == ["1", "2", "3", "4"])
  }

  @Test func `performing throws a refusal`() throws {
    let refusing = try registry(
      Intercepts(immediately: { _ in .refuse(Failure(description: "closed")) }), later("asked"))
    let problem = error { _ = try perform(refusing) }
    #expect(problem?.code == .refused && (problem?.underlying as? Failure)?.description == "closed")
    let throwing = try registry(Intercepts(immediately: { _ in throw Failure(description: "offline") }))
    #expect((error { _ = try perform(throwing) }?.underlying as? Failure)?.description == "offline")
    #expect(log.all.isEmpty && presenter.shown.isEmpty)
  }

  @Test(arguments: [true, false])
  func `waiting for the final screen follows redirections`(isImmediate: Bool) async throws {
    let decide: @MainActor @Sendable (RouteAttempt) -> RouteDecision = {
      $0.identifiers == ["editor"] ? .redirect(to: .shownPreview) : .proceed
    }
    let registry = try registry(isImmediate ? Intercepts(immediately: decide) : Intercepts { decide($0) })
    let active = try perform(registry)
    #expect(active.state == (isImmediate ? .unrouted : .routing))
    #expect((active.redirection?.state == .routed) == isImmediate, "performing returns after a redirection")
    #expect(try await inTime { try await active.finallyCompleted() } is ShownPreview)
    #expect(presenter.shown.map { $0.destination is ShownPreview } == [true])
    #expect(await active.completionError()?.code == .redirected)
    let preview = try registry.perform(to: .shownPreview, path: .makeDestination)
    #expect(try await inTime { try await preview.finallyCompleted() } is ShownPreview)
  }

  @Test(arguments: [true, false])
  func `a cycle of redirections is an error, not an endless wait`(isImmediate: Bool) async throws {
    let decide: @MainActor @Sendable (RouteAttempt) -> RouteDecision = {
      $0.identifiers == ["editor"] ? .redirect(to: .shownPreview) : .redirect(to: .editor)
    }
    let registry = try registry(isImmediate ? Intercepts(immediately: decide) : Intercepts { decide($0) })
    var problem: RouteError?
    do {
      let active = try perform(registry)
      #expect(!isImmediate, "performing throws the error at once")
      _ = try await inTime { try await active.finallyCompleted() }
    } catch {
      problem = error as? RouteError
    }
    #expect(problem?.code == .redirectionCycle && presenter.shown.isEmpty)
    #expect(
      problem?.message.withoutPlaces
        == "interceptors redirect to each other in a cycle: Editor (line) → ShownPreview (line) → Editor (line)"
    )
  }
}
