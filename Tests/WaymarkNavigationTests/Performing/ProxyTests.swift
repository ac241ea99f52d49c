import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore

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
@Suite("Showing the view inside an adapter's proxy")
struct ProxyTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private var presenter: ScriptedPresenter { window.presenter }
  private var heading: RoutableView<any HeadingInput> { RoutableView<any HeadingInput>() }

  private func registry(
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
    let active = try registry().perform(to: heading, path: .push(from: window)) { options in
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
    let made = try registry().perform(to: heading, path: .makeDestination)
    #expect(made.destination?.heading == "!" && presenter.calls.last == "remove push")
    let replaced = try registry().perform(to: heading, path: .push(from: window))
    presenter.isPrompt = false
    try replaced.remove { $0.prepareDestination = { $0 = HeadingEditor(Editor()) } }
    #expect(replaced.destination != nil, "no presenter retains a proxy")
  }

  @Test func `Wrapped wraps the view, not its proxy`() throws {
    let active = try registry(isWrapped: true).perform(to: heading, path: .push(from: window))
    #expect((presenter.shown.first?.view as? ViewFrame)?.content is Editor)
    #expect(active.destination is HeadingEditor)
  }

  @Test func `the last adapter of a chain also leads to the view`() throws {
    let registry = try registry {
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
    let registry = try registry(isKept: true)
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
