import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

@MainActor
@Suite("Leak detection")
struct LeakDetectionTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()

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

  private func registry(after delay: Duration = .milliseconds(20), isWrapped: Bool = false) throws -> Registry
  {
    try Registry {
      LeakDetection(after: delay)
      Observes { event in
        switch event.phase {
        case .leaked(let holder):
          let name = event.destination is Editor ? event.destinationName : "nothing"
          log.append("leaked \(name), held by \(holder ?? "nobody known")")
        case .reclaimed: log.append("reclaimed \(event.destination == nil)")
        default: return
        }
      }
      Route(Editor.self) {
        View(.editor)
        if isWrapped { Wrapped { ViewFrame($0) } }
      }
    }
  }

  private func perform(
    _ registry: Registry, from source: (any RouteSource)? = nil
  ) throws -> ActiveRoute<any EditorInput> {
    try registry.perform(to: .editor, path: .push(from: source ?? window))
  }

  /// Waits until the log has a number of lines.
  private func wait(for count: Int) async throws {
    #expect(try await becomesTrue { log.all.count >= count })
  }

  /// The window's presenter, or one that the window creates for each access, names the holder.
  @Test(arguments: [false, true], [false, true])
  func `a leaked object is reported once, and again when it is released`(isFresh: Bool, isWrapped: Bool)
    async throws
  {
    let fresh = FreshWindow()
    let active = try perform(registry(isWrapped: isWrapped), from: isFresh ? fresh : window)
    (isFresh ? fresh.presenter : window.presenter).leakHolder = "a pane"
    var leak = active.destination
    try active.remove()
    try await wait(for: 1)
    try await Task.sleep(for: .milliseconds(60))
    #expect(log.all == ["leaked Editor, held by a pane"])
    #expect(leak != nil)
    leak = nil
    try await wait(for: 2)
    #expect(log.all == ["leaked Editor, held by a pane", "reclaimed true"])
  }

  @Test func `a reported leak doesn't retain the registry`() async throws {
    weak var released: Registry?
    var leak: (any EditorInput)?
    do {
      let registry = try registry()
      released = registry
      let active = try perform(registry)
      leak = active.destination
      try active.remove()
      try await wait(for: 1)
    }
    #expect(try await becomesTrue { released == nil })
    #expect(leak != nil)
    leak = nil
    try await wait(for: 2)
  }

  @Test func `an object shown again isn't reported`() async throws {
    let router = try DestinationRouter(to: .editor, in: registry())
    let editor = Editor()
    try router.perform(on: editor, .push(from: window)).remove()
    let again = try router.perform(on: editor, .push(from: window))
    try await Task.sleep(for: .milliseconds(80))
    // On a busy machine, the first watch may end later than the sleep.
    await letOthersProceed(10)
    #expect(log.all == [] && again.state == .routed)
    try again.remove()
    try await wait(for: 1)
    #expect(log.all == ["leaked Editor, held by nobody known"] && again.destination == nil)
  }

  @Test func `a task can sleep for the delay`() {
    #expect(LeakDetection(after: .seconds(Int.max)).delay < .seconds(1 << 32))
    #expect(LeakDetection(after: .seconds(2)).delay == .seconds(2))
  }

  @Test(arguments: [(60_000, 20, true), (1, 60_000, false)])
  func `a derived registry's leak detection replaces its base's`(base: Int, derived: Int, isReported: Bool)
    async throws
  {
    let registry = try registry(after: .milliseconds(base)).extending {
      LeakDetection(after: .milliseconds(derived))
    }
    let active = try perform(registry)
    let leak = active.destination
    try active.remove()
    if isReported { try await wait(for: 1) } else { try await Task.sleep(for: .milliseconds(60)) }
    #expect(log.all == (isReported ? ["leaked Editor, held by nobody known"] : []))
    #expect(leak != nil)
  }
}
