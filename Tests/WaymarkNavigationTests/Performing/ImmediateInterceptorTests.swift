import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@MainActor private final class Preview: PreviewInput, ViewDestination {
  init() {}
}

extension RoutableView<any PreviewInput> { fileprivate static var shownPreview: Self { declared() } }

@MainActor
@Suite("Interceptors that decide at once")
struct ImmediateInterceptorTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private var presenter: ScriptedPresenter { window.presenter }

  private func registry(_ interceptors: Intercepts...) throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View(.editor)
        Identifier("editor")
      }
      Route(Preview.self) { View(.shownPreview) }
      for interceptor in interceptors { interceptor }
    }
  }

  private func perform(_ registry: Registry) throws -> ActiveRoute<any EditorInput> {
    try registry.perform(to: .editor, path: .push(from: window))
  }

  @Test func `performing stays synchronous if no interceptor waits`() async throws {
    let log = Log()
    let registry = try registry(
      Intercepts(immediately: { _ in
        log.append("immediate")
        return .proceed
      }),
      Intercepts(when: { $0.identifiers.isEmpty }) { _ in
        log.append("asynchronous")
        return .proceed
      })
    let active = try perform(registry)
    #expect(active.state == .routed && active.destination != nil && log.all == ["immediate"])
    log.clear()
    let preview = try registry.perform(to: .shownPreview, path: .push(from: window))
    #expect(preview.state == .routing && log.all == ["immediate"])
    try await inTime { try await preview.completed() }
    #expect(log.all == ["immediate", "asynchronous"])
  }

  @Test func `interceptors decide in order, whether they wait or not`() async throws {
    let log = Log()
    func at(_ name: String) -> Intercepts {
      Intercepts(immediately: { _ in
        log.append(name)
        return .proceed
      })
    }
    func later(_ name: String, _ holds: Bool = true) -> Intercepts {
      Intercepts(when: { _ in holds }) { _ in
        log.append(name)
        return .proceed
      }
    }
    let active = try perform(registry(at("1"), later("2"), at("3"), later("no", false), later("4")))
    #expect(log.all == ["1"])
    try await inTime { try await active.completed() }
    #expect(log.all == ["1", "2", "3", "4"])
  }

  @Test func `performing throws a refusal`() throws {
    let log = Log()
    let refusing = try registry(
      Intercepts(immediately: { _ in .refuse(Failure(description: "closed")) }),
      Intercepts { _ in
        log.append("asked")
        return .proceed
      })
    let problem = error { _ = try perform(refusing) }
    #expect(problem?.code == .refused && (problem?.underlying as? Failure)?.description == "closed")
    let throwing = try registry(Intercepts(immediately: { _ in throw Failure(description: "offline") }))
    #expect((error { _ = try perform(throwing) }?.underlying as? Failure)?.description == "offline")
    #expect(log.all.isEmpty && presenter.shown.isEmpty)
  }

  @Test func `performing returns after a redirection`() async throws {
    let registry = try registry(
      Intercepts(immediately: { $0.identifiers == ["editor"] ? .redirect(to: .shownPreview) : .proceed }))
    let active = try perform(registry)
    #expect(active.state == .unrouted && active.redirection?.state == .routed)
    #expect(presenter.shown.map { $0.destination is Preview } == [true])
    let problem = await #expect(throws: RouteError.self) { _ = try await active.completed() }
    #expect(problem?.code == .redirected)
    #expect(try await active.finallyCompleted() is Preview)
  }

  @Test func `waiting for the final screen follows redirections`() async throws {
    let registry = try registry(
      Intercepts { $0.identifiers == ["editor"] ? .redirect(to: View(.shownPreview)) : .proceed })
    let active = try perform(registry)
    #expect(try await inTime { try await active.finallyCompleted() } is Preview)
    let preview = try registry.perform(to: .shownPreview, path: .makeDestination)
    #expect(try await inTime { try await preview.finallyCompleted() } is Preview)
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
  }
}
