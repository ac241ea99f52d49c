import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@MainActor private final class Preview: PreviewInput, ViewDestination {
  init() {}
}

@MainActor
@Suite("Interceptors")
struct InterceptorTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private var presenter: ScriptedPresenter { window.presenter }

  private func registry(
    _ log: Log = Log(), editor: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision,
    all: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision = { _ in .proceed }
  ) throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
        Intercepts { attempt in
          log.append("the route is asked")
          return try await editor(attempt)
        }
      }
      Route(Preview.self) { View<any PreviewInput>() }
      Intercepts { attempt in
        log.append(
          "the registry is asked about \(attempt.destinationName) \(attempt.redirectedFrom.map { "\($0)" })")
        return try await all(attempt)
      }
    }
  }

  private func perform(_ registry: Registry) throws -> ActiveRoute<any EditorInput> {
    try #require(registry.router(to: View<any EditorInput>())).perform(.push(from: window))
  }

  @Test func `the registry's interceptors decide first`() async throws {
    let log = Log()
    let active = try perform(registry(log, editor: { _ in .proceed }))
    #expect(active.state == .routing && active.destination == nil && presenter.calls == ["validate push"])
    try await inTime { try await active.completed() }
    #expect(log.all == ["the registry is asked about Editor []", "the route is asked"])
    #expect(presenter.calls == ["validate push", "show push"])
  }

  @Test func `an interceptor can refuse`() async throws {
    let active = try perform(registry(editor: { _ in .refuse(Failure(description: "log in first")) }))
    let error = await #expect(throws: RouteError.self) {
      _ = try await inTime { try await active.completed() }
    }
    #expect(error?.code == .refused && (error?.underlying as? Failure)?.description == "log in first")
    #expect(error?.message.hasSuffix("): log in first (Failure)") == true)
    #expect(active.state == .unrouted && !presenter.calls.contains("show push"))
  }

  @Test func `an interceptor's error refuses`() async throws {
    let active = try perform(registry(editor: { _ in throw Failure(description: "offline") }))
    let error = await #expect(throws: RouteError.self) {
      _ = try await inTime { try await active.completed() }
    }
    #expect(error?.code == .refused && (error?.underlying as? Failure)?.description == "offline")
  }

  @Test func `an interceptor can redirect`() async throws {
    let log = Log()
    let active = try perform(registry(log, editor: { _ in .redirect(to: View<any PreviewInput>()) }))
    let error = await #expect(throws: RouteError.self) {
      _ = try await inTime { try await active.completed() }
    }
    #expect(error?.code == .redirected && active.state == .unrouted)
    let redirection = try #require(active.redirection)
    #expect(try await inTime { try await redirection.completed() } is Preview)
    #expect(log.all.last == "the registry is asked about Preview [\"Editor\"]")
    #expect(presenter.shown.map { $0.destination is Preview } == [true])
  }

  @Test(arguments: [false, true])
  func `a redirection that leads nowhere names the route and the interceptor`(atOnce: Bool) async throws {
    let line = #line
    let log = Log()
    for decision in [RouteDecision.redirectToURL("notes://nowhere"), .redirect(to: View<any PreviewInput>())]
    {
      let registry = try Registry {
        ReportsErrors { log.append("\($0.code)") }
        Route(Editor.self) {
          View<any EditorInput>()
          if atOnce { Intercepts(immediately: { _ in decision }) } else { Intercepts { _ in decision } }
        }
      }
      let error = await #expect(throws: RouteError.self) {
        _ = try await inTime { try await perform(registry).completed() is Editor }
      }
      let expected =
        if case .redirect = decision {
          "nothing provides View<any PreviewInput>"
        } else {
          "no route matches \"notes://nowhere\": no route of the registry has a URLPattern"
        }
      let message = error.map { relative($0.message, fileID: #fileID, line: line) } ?? ""
      #expect(
        message.hasPrefix("the interceptor at line + 8 cannot redirect Editor (line + 6): \(expected)"),
        "\(message)")
      #expect((error?.underlying as? RouteError)?.code == error?.code)
    }
    #expect(log.all == ["unknownURL", "unregistered"])
  }

  @Test func `a second attempt doesn't repeat the first redirection`() async throws {
    let (count, log) = (Counter(), Log())
    let registry = try registry(editor: { _ in
      count.increment()
      return count.value == 1 ? .redirect(to: View<any PreviewInput>()) : .proceed
    })
    let router = try #require(registry.router(to: View<any EditorInput>()))
    let active = try router.perform(.push(from: window)) { options in
      guard count.value == 0 else { return }
      options.animated = false
      options.prepareDestination = { $0.title = "first" }
      options.onSuccess = { _ in log.append("success") }
      options.onFailure = { log.append("\($0.code)") }
      options.onStateChange = { log.append("\($0) → \($1)") }
    }
    await #expect(throws: RouteError.self) { _ = try await inTime { try await active.completed() } }
    let redirection = try #require(active.redirection)
    try await inTime { try await redirection.completed() }
    #expect(!active.options.animated)
    #expect(log.all == ["unrouted → routing", "routing → unrouted", "redirected"])
    log.clear()
    try active.perform()
    #expect(active.redirection == nil && active.options.animated && active.options.onSuccess == nil)
    #expect(try await inTime { try await active.completed() }.title == "")
    #expect(active.redirection == nil && log.all == [] && presenter.calls.last == "show push")
  }

  @Test func `the removed destination is gone while interceptors decide again`() async throws {
    let log = Log()
    let active = try perform(registry(editor: { _ in .proceed }))
    try await inTime { try await active.completed() }
    try active.remove {
      $0.onSuccess = {
        try? active.perform()
        log.append("\(active.state), \(active.destination == nil ? "gone" : "still there")")
      }
    }
    #expect(log.all == ["routing, gone"])
    try await inTime { try await active.completed() }
  }

  @Test func `a cycle of redirections throws`() async throws {
    let registry = try registry(
      editor: { _ in .redirect(to: View<any PreviewInput>()) },
      all: { $0.destinationName == "Preview" ? .redirect(to: View<any EditorInput>()) : .proceed })
    let active = try perform(registry)
    _ = try? await inTime { try await active.completed() }
    let redirection = try #require(active.redirection)
    let error = await #expect(throws: RouteError.self) {
      _ = try await inTime { try await redirection.completed() }
    }
    #expect(error?.code == .redirectionCycle)
    #expect(error?.message.contains("Editor (WaymarkNavigationTests/InterceptorTests.swift:") == true)
    #expect(error?.message.contains(" → Preview (WaymarkNavigationTests/InterceptorTests.swift:") == true)
    #expect(presenter.shown.isEmpty)
  }

  @Test func `a redirection to an unknown token throws`() async throws {
    let active = try perform(registry(editor: { _ in .redirect(to: View<any HeadingInput>()) }))
    let error = await #expect(throws: RouteError.self) {
      _ = try await inTime { try await active.completed() }
    }
    #expect(error?.code == .unregistered)
  }

  @Test func `an interceptor is canceled with its caller`() async throws {
    let log = Log()
    let registry = try registry(editor: { _ in
      do {
        try await Task.sleep(for: .seconds(3_600))
        return .proceed
      } catch {
        log.append("cancelled")
        throw error
      }
    })
    let active = try perform(registry)
    let waiting = Task { _ = try await active.completed() }
    for _ in 0..<10 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await inTime { try await waiting.value } }
    for _ in 0..<10_000 where active.state == .routing { await Task.yield() }
    #expect(log.all == ["cancelled"] && active.state == .unrouted)
    let error = await #expect(throws: RouteError.self) {
      _ = try await inTime { try await active.completed() }
    }
    #expect(
      error?.message.hasPrefix("the task was canceled while interceptors decided about Editor") == true)
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
    await #expect(throws: CancellationError.self) { _ = try await inTime { try await waiting.value } }
    for _ in 0..<10_000 where active.state == .routing { await Task.yield() }
    #expect(active.state == .unrouted)
  }

  @Test func `a canceled attempt isn't shown whatever the decision`() async throws {
    let registry = try registry(editor: { _ in
      try? await Task.sleep(for: .seconds(3_600))
      return .proceed
    })
    let active = try perform(registry)
    let waiting = Task { _ = try await active.completed() }
    for _ in 0..<10 { await Task.yield() }
    waiting.cancel()
    for _ in 0..<10_000 where active.state == .routing { await Task.yield() }
    #expect(active.state == .unrouted && presenter.shown.isEmpty)
    let error = await #expect(throws: RouteError.self) {
      _ = try await inTime { try await active.completed() }
    }
    #expect(error?.code == .refused && error?.underlying is CancellationError)
  }

  @Test func `an interceptor reads the configuration`() async throws {
    let registry = try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
        Intercepts { attempt in
          let editing = attempt.configuration as? any EditorModuleConfig
          return editing?.note?.id == 7 ? .refuse(Failure(description: "note 7 is locked")) : .proceed
        }
      } make: { configuration, _ in
        Editor()
      }
    }
    let router = try #require(registry.router(to: ViewModule<any EditorModuleConfig>()))
    let locked = try router.perform(.push(from: window)) { module, _ in module.note = Note(id: 7) }
    let error = await #expect(throws: RouteError.self) {
      _ = try await inTime { try await locked.completed() }
    }
    #expect((error?.underlying as? Failure)?.description == "note 7 is locked")
    let open = try router.perform(.push(from: window)) { module, _ in module.note = Note(id: 8) }
    try await inTime { try await open.completed() }
    #expect(presenter.shown.count == 1)
  }

  @Test func `performing is synchronous without interceptors`() throws {
    let registry = try Registry { Route(Editor.self) { View<any EditorInput>() } }
    #expect(try perform(registry).state == .routed)
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
    let router = try #require(registry.router(to: View<any EditorInput>()))
    let active = try router.perform(.push(from: window)) { options in
      options.onFailure = { _ in
        guard retry.isLeft else { return }
        retry.isLeft = false
        try? retry.active?.perform()
      }
    }
    retry.active = active
    for _ in 0..<10_000 where count.value < 2 { await Task.yield() }
    #expect(active.interception != nil)
    let waiting = Task { _ = try await active.completed() }
    for _ in 0..<10 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await inTime { try await waiting.value } }
    for _ in 0..<10_000 where active.state == .routing { await Task.yield() }
    #expect(active.state == .unrouted)
  }
}
