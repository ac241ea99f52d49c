import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor private class Pane {}
@MainActor private final class TitledPane: Pane, ViewDestination {}
@MainActor private final class PaneFrame {
  let pane: Pane
  init(_ pane: Pane) { self.pane = pane }
}
@MainActor private func decide(_ pane: Pane) -> LeaveDecision { .stay }
extension RoutableView<TitledPane> { fileprivate static var titledPane: Self { declared() } }

@MainActor
@Suite("Views inside of a wrapper")
struct WrappedTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private var presenter: ScriptedPresenter { window.presenter }

  private func registry(_ log: Log = Log()) throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View(.editor)
        Identifier("editor")
        Wrapped { ViewFrame($0) }
        Observes { event in log.append("\(event.phase.word) \(event.destination is Editor)") }
      }
      LeakDetection(after: .milliseconds(20))
    }
  }

  @Test func `the presenter shows the wrapper, and callers get the view`() async throws {
    let log = Log()
    let active = try registry(log).perform(to: .editor, path: .push(from: window))
    let transition = try #require(presenter.shown.first)
    let editor = try await active.completed()
    #expect(editor is Editor && (transition.view as? ViewFrame)?.content === editor)
    #expect(transition.destination as? Editor === editor)
    #expect(log.all == ["willPerform true", "didPerform true"])
    let other = try registry().perform(identifier: "editor", path: .push(from: window))
    #expect(other.destination is Editor && presenter.shown.last?.view is ViewFrame)
  }

  /// The closures' parameters have the type of the destination, not the type that their bodies need.
  @Test func `closures can use the view as its superclass`() async throws {
    let registry = try Registry {
      Route(TitledPane.self) {
        View(.titledPane)
        Wrapped { PaneFrame($0) }
        Leaves { decide($0) }
      }
    }
    let active = try registry.perform(to: .titledPane, path: .push(from: window))
    let transition = try #require(presenter.shown.first)
    #expect((transition.view as? PaneFrame)?.pane === active.destination)
    #expect(await transition.mayLeave() == false)
  }

  enum End: CaseIterable { case removal, removalByTheUser, failure }

  @Test(arguments: End.allCases)
  func `the wrapper is released with the view`(at end: End) async throws {
    let log = Log()
    presenter.isPrompt = end != .failure
    let active = try registry(log).perform(to: .editor, path: .push(from: window))
    weak let frame = presenter.shown.first?.view as? ViewFrame
    weak let editor = active.destination as? Editor
    switch end {
    case .removal:
      presenter.isPrompt = false
      try active.remove()
      #expect(frame != nil)
      presenter.complete()
    case .removalByTheUser: presenter.swipeBack()
    case .failure:
      presenter.forgetAll()
      presenter.complete(Failure(description: "no"))
    }
    #expect(active.state == (end == .failure ? .unrouted : .removed) && frame == nil && editor == nil)
    if end == .removal {
      try await Task.sleep(for: .milliseconds(60))
      #expect(log.all == ["willPerform true", "didPerform true", "willRemove true", "didRemove true"])
    }
    presenter.isPrompt = true
    try active.perform()
    #expect(presenter.shown.last?.view is ViewFrame)
  }

  /// A retained view is reported, and released later.
  @Test(.timeLimit(.minutes(5))) func `a leak of the view is detected`() async throws {
    let log = Log()
    let active = try registry(log).perform(to: .editor, path: .push(from: window))
    var retained = active.destination
    try active.remove()
    while !log.all.contains("leaked true") { await Task.yield() }
    retained = nil
    while !log.all.contains("reclaimed false") { await Task.yield() }
    #expect(retained == nil)
  }

  @Test func `a throwing wrapper is an error, unless the view is only made`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View(.editor)
        Wrapped { (_: Editor) -> ViewFrame in throw Failure(description: "no frame") }
      }
    }
    let problem = error { try registry.perform(to: .editor, path: .push(from: window)) }
    #expect(problem?.code == .factoryFailed && presenter.shown.isEmpty)
    #expect(problem?.description.contains("no frame") == true)
    #expect(try registry.perform(to: .editor, path: .makeDestination).state == .routed)
  }

  /// A view that a closure has put into another object isn't the route's destination, so it can't be wrapped.
  @Test func `wrapping a view of another type is an error`() throws {
    let line = #line
    let registry = try Registry {
      Route(Editor.self) {
        View<any HeadingInput>.as { HeadingEditor($0) }
        Wrapped { ViewFrame($0) }
      }
    }
    let problem = error { try registry.perform(to: View<any HeadingInput>(), path: .push(from: window)) }
    #expect(
      problem.map { relative($0.description, fileID: #fileID, line: line) } == """
        the Wrapped entry of Editor (line + 2) cannot contain a HeadingEditor, in which a conversion has wrapped the destination [destinationMismatch]
            To fix: return the destination itself from the closure of .as or of the Adapter
        """)
  }
}
