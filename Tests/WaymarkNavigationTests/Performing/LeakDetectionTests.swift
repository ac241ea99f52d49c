import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@MainActor
@Suite("Leak detection")
struct LeakDetectionTests: RouteVocabulary {
  private let window = ScriptedWindow()

  /// A window that creates its presenter for each access.
  private final class FreshWindow: RouteSource {
    private let window = ScriptedWindow()
    var presenter: ScriptedPresenter { window.presenter }
    var routePresenter: any RoutePresenter { FreshPresenter(presenter) }
    var navigationRoot: AnyObject { presenter }
  }

  private final class FreshPresenter: RoutePresenter {
    private let presenter: ScriptedPresenter
    init(_ presenter: ScriptedPresenter) { self.presenter = presenter }

    func validate(_ transition: RouteTransition) throws(RouteError) { try presenter.validate(transition) }

    func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
      presenter.show(transition, completion: completion)
    }

    func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
      presenter.remove(transition, completion: completion)
    }

    func holder(of destination: Any) -> String? { presenter.holder(of: destination) }
  }

  private func active(
    _ log: Log, from source: (any RouteSource)? = nil
  ) throws -> ActiveRoute<any EditorInput> {
    let registry = try Registry {
      LeakDetection(after: .milliseconds(20))
      Observes { event in
        switch event.phase {
        case .leaked(let holder):
          log.append("leaked \(event.destinationName), held by \(holder ?? "nobody known")")
        case .reclaimed: log.append("reclaimed \(event.destination == nil)")
        default: return
        }
      }
      Route(Editor.self) { View<any EditorInput>() }
    }
    return try #require(registry.router(to: View<any EditorInput>())).perform(.push(from: source ?? window))
  }

  /// Waits until the log has a number of lines.
  private func wait(for count: Int, in log: Log) async throws {
    #expect(try await becomesTrue { log.all.count >= count })
  }

  @Test func `a leaked object is reported once, and again when it is released`() async throws {
    let log = Log()
    let active = try active(log)
    window.presenter.leakHolder = "a pane"
    var leak = active.destination
    try active.remove()
    try await wait(for: 1, in: log)
    try await Task.sleep(for: .milliseconds(60))
    #expect(log.all == ["leaked Editor, held by a pane"])
    #expect(leak != nil)
    leak = nil
    try await wait(for: 2, in: log)
    #expect(log.all == ["leaked Editor, held by a pane", "reclaimed true"])
  }

  @Test func `a presenter that its window creates for each access names the holder`() async throws {
    let (log, fresh) = (Log(), FreshWindow())
    fresh.presenter.leakHolder = "a pane"
    let active = try active(log, from: fresh)
    let leak = active.destination
    try active.remove()
    try await wait(for: 1, in: log)
    #expect(log.all == ["leaked Editor, held by a pane"])
    #expect(leak != nil)
  }

  @Test func `a released object isn't reported`() async throws {
    let log = Log()
    try active(log).remove()
    try await Task.sleep(for: .milliseconds(80))
    #expect(log.all == [])
  }

  @Test func `an object that's shown again isn't reported`() async throws {
    let log = Log()
    let registry = try Registry {
      LeakDetection(after: .milliseconds(20))
      Observes { if case .leaked = $0.phase { log.append("leaked") } }
      Route(Editor.self) { View<any EditorInput>() }
    }
    let router = try #require(registry.router(to: View<any EditorInput>()))
    let editor = Editor()
    try router.perform(on: editor, .push(from: window)).remove()
    let again = try router.perform(on: editor, .push(from: window))
    try await Task.sleep(for: .milliseconds(80))
    #expect(log.all == [] && again.state == .routed)
    try again.remove()
    try await wait(for: 1, in: log)
    #expect(log.all == ["leaked"] && again.destination == nil)
  }

  @Test func `a task can sleep for the delay`() {
    #expect(LeakDetection(after: .seconds(Int.max)).delay < .seconds(1 << 32))
    #expect(LeakDetection(after: .seconds(2)).delay == .seconds(2))
  }

  @Test func `a derived registry's leak detection replaces its base's`() async throws {
    for (base, derived, isReported) in [(60_000, 20, true), (1, 60_000, false)] {
      let log = Log()
      let registry = try Registry {
        LeakDetection(after: .milliseconds(base))
        Observes { if case .leaked = $0.phase { log.append("leaked") } }
        Route(Editor.self) { View<any EditorInput>() }
      }.extending { LeakDetection(after: .milliseconds(derived)) }
      let active = try #require(registry.router(to: View<any EditorInput>())).perform(.push(from: window))
      let leak = active.destination
      try active.remove()
      if isReported { try await wait(for: 1, in: log) } else { try await Task.sleep(for: .milliseconds(60)) }
      #expect(log.all == (isReported ? ["leaked"] : []))
      #expect(leak != nil)
    }
  }
}
