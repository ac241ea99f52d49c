import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore

@MainActor private class Pane {}
@MainActor private final class TitledPane: Pane, ViewDestination {}
@MainActor private final class PaneFrame {
  let pane: Pane
  init(_ pane: Pane) { self.pane = pane }
}
@MainActor private func decide(_ pane: Pane) -> LeaveDecision { .stay }
extension RoutableView<TitledPane> { fileprivate static var titledPane: Self { declared() } }

/// A window that can show headings themselves.
@MainActor private final class HeadingWindow: RouteSource, RoutePresenter {
  private(set) var views: [Any] = []
  var routePresenter: any RoutePresenter { self }

  func validate(_ transition: RouteTransition) throws(RouteError) {}
  func isView(_ object: Any) -> Bool { object is any HeadingInput }
  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    views.append(transition.view)
    completion(nil)
  }
  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    completion(nil)
  }
}

@MainActor
@Suite("Views inside of a wrapper or of an adapter's proxy")
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

  @Test func `only the presenter retains the wrapper of a shown view`() throws {
    let active = try registry().perform(to: .editor, path: .push(from: window))
    weak let frame = presenter.shown.first?.view as? ViewFrame
    #expect(frame != nil && active.destination != nil)
    presenter.forgetAll()
    #expect(frame == nil && active.destination == nil)
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

  /// A view that a closure has put into another object isn't the route's destination.
  @Test func `Wrapped and Leaves can't use the wrapper of a conversion`() throws {
    let line = #line
    let registries = [
      try Registry {
        Route(Editor.self) {
          View<any HeadingInput>.as { HeadingEditor($0) }
          Wrapped { ViewFrame($0) }
        }
      },
      try Registry {
        Route(Editor.self) {
          View<any HeadingInput>.as { HeadingEditor($0) }
          Leaves { $0.title.isEmpty ? .stay : .proceed }
        }
      },
    ]
    let problems = registries.map { registry in
      error { try registry.perform(to: heading, path: .push(from: window)) }
    }
    #expect(
      problems.map { relative($0?.description ?? "", fileID: #fileID, line: line) } == [
        """
        the Wrapped entry of Editor (line + 3) cannot contain a HeadingEditor, in which a conversion has wrapped the destination [destinationMismatch]
            To fix: return the destination itself from the closure of .as or of the Adapter
        """,
        """
        the Leaves of Editor (line + 9) cannot be asked about a HeadingEditor, in which a conversion has wrapped the destination [destinationMismatch]
            To fix: return the destination itself from the closure of .as or of the Adapter
        """,
      ])
    #expect(presenter.shown.isEmpty)
    #expect(error { try registries[1].perform(to: heading, path: .makeDestination) } == problems[1])
    // A part of another screen isn't removed separately.
    for path in [RoutePath.addChild(to: window), .addSubview(to: window)] {
      #expect(try registries[1].perform(to: heading, path: path).state == .routed)
    }
    #expect(presenter.shown.count == 2)
  }

  // MARK: - Proxies

  private var heading: RoutableView<any HeadingInput> { RoutableView<any HeadingInput>() }

  private func adapted(
    isKept: Bool = false, isWrapped: Bool = false, @RoutesBuilder _ others: () -> Routes = { Routes() }
  ) throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View(.editor)
        if isKept { Singleton() }
        if isWrapped { Wrapped { ViewFrame($0) } }
        Leaves { $0.title.isEmpty ? .proceed : .stay }
      } make: {
        Editor()
      } prepare: { editor, _ in
        editor.title += "!"
      }
      Adapter(View<any HeadingInput>(), for: View(.editor)) { HeadingEditor($0) }
      others()
    }
  }

  @Test func `the presenter shows the view, and the caller gets the proxy`() async throws {
    let active = try adapted().perform(to: heading, path: .push(from: window)) { options in
      options.prepareDestination = { $0.heading = "prepared" }
    }
    let proxy = try await active.completed()
    let editor = try #require(presenter.shown.first?.view as? Editor)
    #expect(proxy is HeadingEditor && editor.title == "prepared!")
    #expect(presenter.shown.first?.destination as AnyObject === proxy)
    #expect(try await !active.leave() && active.state == .routed, "the inner view decides")
    proxy.heading = ""
    #expect(editor.title == "" && active.destination === proxy)
    #expect(try await active.leave() && presenter.shown.isEmpty && active.destination == nil)
    let made = try adapted().perform(to: heading, path: .makeDestination)
    #expect(made.destination?.heading == "!" && presenter.calls.last == "remove push")
    let replaced = try adapted().perform(to: heading, path: .push(from: window))
    presenter.isPrompt = false
    try replaced.remove { $0.prepareDestination = { $0 = HeadingEditor(Editor()) } }
    #expect(replaced.destination != nil, "no presenter retains a proxy")
  }

  @Test func `Wrapped wraps the view, not its proxy`() throws {
    let active = try adapted(isWrapped: true).perform(to: heading, path: .push(from: window))
    #expect((presenter.shown.first?.view as? ViewFrame)?.content is Editor)
    #expect(active.destination is HeadingEditor)
  }

  @Test func `the last adapter of a chain also leads to the view`() throws {
    let registry = try adapted {
      Adapter(View<any PreviewInput>(), for: View<any HeadingInput>()) { PreviewProxy($0) }
    }
    let active = try registry.perform(to: View<any PreviewInput>(), path: .push(from: window))
    #expect(active.destination is PreviewProxy && presenter.shown.first?.view is Editor)
    #expect(try registry.anyRouter(to: heading)?.perform(.push(from: window)).destination is HeadingEditor)
    #expect(presenter.shown.last?.view is Editor)
  }

  private final class PreviewProxy: PreviewInput {
    let heading: any HeadingInput
    init(_ heading: any HeadingInput) { self.heading = heading }
  }

  @Test func `a proxy that the presenter can show is shown itself`() throws {
    let window = HeadingWindow()
    // The Leaves of a route can't decide about a proxy.
    let registry = try Registry {
      Route(Editor.self) { View(.editor) }
      Adapter(View<any HeadingInput>(), for: View(.editor)) { HeadingEditor($0) }
    }
    let active = try registry.perform(to: heading, path: .push(from: window))
    #expect(window.views.first is HeadingEditor && active.state == .routed)
  }

  @Test func `a kept view behind two proxies can't be shown twice`() throws {
    let registry = try adapted(isKept: true)
    let first = try registry.perform(to: heading, path: .push(from: window))
    let problem = error {
      try registry.perform(to: heading, path: .push(from: window)) { options in
        options.prepareDestination = { $0.heading = "second" }
      }
    }
    #expect(problem?.code == .alreadyShown && first.destination?.heading == "!")
    #expect(error { try registry.perform(to: .editor, path: .push(from: window)) }?.code == .alreadyShown)
    try first.remove()
    #expect(try registry.perform(to: heading, path: .push(from: window)).state == .routed)
  }
}
