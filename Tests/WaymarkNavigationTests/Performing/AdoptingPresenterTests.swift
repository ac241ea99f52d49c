import SharedFixtures
import Testing
import Waymark

@MainActor private final class OtherScreen {}

private struct AdoptedModule: RouteModule, RouteVocabulary {
  var routes: Routes {
    Route(Editor.self, configuration: EditorConfiguration.init) {
      View(.editor)
      ViewModule(.editorModule)
      Identifier("editor")
      Leaves { $0.title.isEmpty ? .proceed : .stay }
    } make: { _, _ in
      Issue.record("the factory was called")
      return Editor()
    } prepare: { editor, configuration, _ in
      editor.title += ", route \(configuration.note?.id ?? 0)"
    }
    Adapter(View<any HeadingInput>(), for: View(.editor)) { HeadingEditor($0) }
  }
}

/// A window with a toolkit that creates the views of one kind of path.
@MainActor private final class Board: RouteSource, AdoptingPresenter {
  typealias Completion = @MainActor ((any Error)?) -> Void

  var next: AnyObject? = Editor()
  /// Whether the presenter replaces the error of a view that isn't adopted.
  var hidesErrors = false
  var shown: [RouteTransition] = []
  var routePresenter: any RoutePresenter { self }

  func makesView(along kind: RoutePath.Kind) -> Bool { kind == .show }
  func validate(_ transition: RouteTransition) throws(RouteError) {}
  func show(_ transition: RouteTransition, completion: @escaping Completion) {
    completion(CancellationError())
  }
  func remove(_ transition: RouteTransition, completion: @escaping Completion) {
    shown.removeAll { $0 == transition }
    completion(nil)
  }
  func show(
    _ transition: RouteTransition,
    adopting adopt: @escaping @MainActor (Any) throws(RouteError) -> RouteTransition,
    completion: @escaping Completion
  ) {
    do throws(RouteError) {
      if let next {
        let adopted = try adopt(next)
        #expect(adopted == transition)
        shown.append(adopted)
      }
      completion(nil)
    } catch {
      completion(hidesErrors ? CancellationError() : error)
    }
  }
}

@Suite("Views that a toolkit makes")
@MainActor
struct AdoptingPresenterTests: RouteVocabulary {
  private let board = Board()
  private let registry: Registry

  init() throws { registry = try Registry { AdoptedModule() } }

  @Test func `the caller and the route prepare the presenter's view`() async throws {
    let made = board.next
    let shown = try registry.perform(to: .editor, path: .show(from: board)) {
      $0.prepareDestination = { $0.title = "caller" }
    }
    #expect(shown.state == .routed && shown.destination === made)
    #expect(shown.destination?.title == "caller, route 0")
    #expect(board.shown.map(\.asksBeforeLeaving) == [true])
    try shown.remove()
    #expect(shown.state == .removed && board.shown.isEmpty)
  }

  @Test func `a proxy has the presenter's view inside`() async throws {
    let shown = try registry.perform(to: View<any HeadingInput>(), path: .show(from: board)) {
      $0.prepareDestination = { $0.heading = "proxy" }
    }
    #expect(shown.state == .routed && shown.destination is HeadingEditor)
    #expect((board.next as? Editor)?.title == "proxy, route 0")
    // The Leaves of the route receives the view, and not the proxy.
    #expect(try await !shown.leave())
    (board.next as? Editor)?.title = ""
    #expect(try await shown.leave() && shown.state == .removed)
  }

  @Test func `a configuration reaches the preparation`() throws {
    let shown = try registry.perform(to: .editorModule, path: .show(from: board)) { module, _ in
      module.note = Note(id: 7)
    }
    #expect((shown.destination as? Editor)?.title == ", route 7")
    board.next = Editor()
    let typed = try registry.perform(to: .editorModule, as: .editor, path: .show(from: board)) {
      module, _ in module.note = Note(id: 8)
    }
    #expect(typed.destination?.title == ", route 8")
    board.next = Editor()
    let named = try registry.perform(identifier: "editor", path: .show(from: board))
    #expect((named.destination as? Editor)?.title == ", route 0")
  }

  @Test func `an error that the presenter hides is reported`() throws {
    let codes = Log()
    let registry = try registry.extending { ReportsErrors { codes.append($0.code.description) } }
    board.hidesErrors = true
    let router = try #require(registry.router(to: .editorModule))
    try router.perform(on: Editor(), .show(from: board))
    #expect(codes.all.first == "unsupportedPath")
  }

  /// Views that can't be adopted, with the presenter's view, the messages, and the remedies.
  nonisolated private static let refused: [(String, message: String, remedy: String)] = [
    (
      "another type", "a value of type OtherScreen was found where any EditorInput is expected",
      "use a value of the type that the route makes"
    ),
    (
      "given",
      "Editor (line) cannot be shown along show with a given view, because the toolkit makes the view",
      "use perform(_:) instead of perform(on:_:)"
    ),
    (
      "nothing", "the presenter showed nothing for Editor (line) along show",
      "adopt a view before the completion is called"
    ),
  ]

  @Test(arguments: refused)
  func `a view that can't be adopted is an error`(view: String, message: String, remedy: String) async throws
  {
    if view != "given" { board.next = view == "nothing" ? nil : OtherScreen() }
    let router = try DestinationRouter(to: .editor, in: registry)
    let shown =
      try view == "given"
      ? router.perform(on: Editor(), .show(from: board)) : router.perform(.show(from: board))
    #expect(shown.state == .unrouted)
    let problem = await shown.completionError()
    #expect(problem?.message.withoutPlaces == message && problem?.remedy == remedy)
    #expect(problem?.code == (view == "given" ? .unsupportedPath : .destinationMismatch))
  }
}
