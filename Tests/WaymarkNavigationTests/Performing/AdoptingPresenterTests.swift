import SharedFixtures
import Testing
import Waymark

@MainActor private protocol ScreenInput: AnyObject { var text: String { get set } }
@MainActor private protocol ScreenModule { var title: String { get set } }
@MainActor private final class Screen: ScreenInput { var text = "" }
@MainActor private final class OtherScreen {}
private struct ScreenConfiguration: ScreenModule, Sendable { var title = "none" }

@MainActor private protocol TextInput: AnyObject { var text: String { get set } }
@MainActor private final class ScreenProxy: TextInput {
  private let screen: any ScreenInput
  var text: String {
    get { screen.text }
    set { screen.text = newValue }
  }
  init(_ screen: any ScreenInput) { self.screen = screen }
}

extension RoutableView<any ScreenInput> { fileprivate static var adoptedScreen: Self { declared() } }
extension RoutableView<any TextInput> { fileprivate static var adoptedText: Self { declared() } }
extension RoutableViewModule<any ScreenModule> { fileprivate static var adoptedModule: Self { declared() } }

private struct AdoptedModule: RouteModule {
  var routes: Routes {
    Route(Screen.self, configuration: { ScreenConfiguration() }) {
      View(.adoptedScreen)
      ViewModule(.adoptedModule)
      Identifier("screen")
      Leaves { screen in screen.text.isEmpty ? .proceed : .stay }
    } make: { _, _ in
      Issue.record("the factory was called")
      return Screen()
    } prepare: { screen, configuration, _ in
      screen.text += ", route \(configuration.title)"
    }
    Adapter(.adoptedText, for: .adoptedScreen) { ScreenProxy($0) }
  }
}

/// A window with a toolkit that creates the views of one kind of path.
@MainActor private final class Board: RouteSource, AdoptingPresenter {
  typealias Completion = @MainActor ((any Error)?) -> Void

  var next: AnyObject? = Screen()
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
struct AdoptingPresenterTests {
  private let board = Board()
  private let registry: Registry

  init() throws { registry = try Registry { AdoptedModule() } }

  @Test func `the caller and the route prepare the presenter's view`() async throws {
    let made = board.next
    let shown = try registry.perform(to: .adoptedScreen, path: .show(from: board)) {
      $0.prepareDestination = { $0.text = "caller" }
    }
    #expect(shown.state == .routed && shown.destination === made)
    #expect(shown.destination?.text == "caller, route none")
    #expect(board.shown.map(\.asksBeforeLeaving) == [true])
    try shown.remove()
    #expect(shown.state == .removed && board.shown.isEmpty)
  }

  @Test func `a proxy has the presenter's view inside`() async throws {
    let shown = try registry.perform(to: .adoptedText, path: .show(from: board)) {
      $0.prepareDestination = { $0.text = "proxy" }
    }
    #expect(shown.state == .routed && shown.destination is ScreenProxy)
    #expect((board.next as? Screen)?.text == "proxy, route none")
    // The Leaves of the route receives the view, and not the proxy.
    #expect(try await !shown.leave())
    (board.next as? Screen)?.text = ""
    #expect(try await shown.leave() && shown.state == .removed)
  }

  @Test func `a configuration reaches the preparation`() throws {
    let shown = try registry.perform(to: .adoptedModule, path: .show(from: board)) { module, _ in
      module.title = "module"
    }
    #expect((shown.destination as? Screen)?.text == ", route module")
    board.next = Screen()
    let typed = try registry.perform(to: .adoptedModule, as: .adoptedScreen, path: .show(from: board)) {
      module, _ in module.title = "typed"
    }
    #expect(typed.destination?.text == ", route typed")
    board.next = Screen()
    let named = try registry.perform(identifier: "screen", path: .show(from: board))
    #expect((named.destination as? Screen)?.text == ", route none")
  }

  @Test func `an error that the presenter hides is reported`() throws {
    let codes = Log()
    let registry = try registry.extending { ReportsErrors { codes.append($0.code.description) } }
    board.hidesErrors = true
    let router = try #require(registry.router(to: .adoptedModule))
    try router.perform(on: Screen(), .show(from: board))
    #expect(codes.all.first == "unsupportedPath")
  }

  @Test func `another type is refused`() async throws {
    board.next = OtherScreen()
    let shown = try registry.perform(to: .adoptedScreen, path: .show(from: board))
    #expect(shown.state == .unrouted)
    #expect(
      await shown.completionError()?.description == """
        a value of type OtherScreen was found where any ScreenInput is expected [destinationMismatch]
            To fix: use a value of the type that the route makes
        """)
  }

  @Test func `a given view is refused`() async throws {
    let router = try DestinationRouter(to: .adoptedScreen, in: registry)
    let shown = try router.perform(on: Screen(), .show(from: board))
    #expect(
      await shown.completionError()?.description == """
        Screen (\(shown.location)) cannot be shown along show with a given view, because the toolkit makes the view [unsupportedPath]
            To fix: use perform(_:) instead of perform(on:_:)
        """)
  }

  @Test func `showing nothing is an error`() async throws {
    board.next = nil
    let shown = try registry.perform(to: .adoptedScreen, path: .show(from: board))
    #expect(
      await shown.completionError()?.description == """
        the presenter showed nothing for Screen (\(shown.location)) along show [destinationMismatch]
            To fix: adopt a view before the completion is called
        """)
  }

  @Test func `a route can prepare the objects that it makes`() {
    #expect(registry.canPrepare(Screen()))
    #expect(!registry.canPrepare(OtherScreen()))
  }
}
