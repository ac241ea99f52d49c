import PresenterWalk
import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("Errors of a RouteWindow", .timeLimit(.minutes(5)))
struct PresenterErrorTests {
  private let (window, registry, device): DrawnWindow

  init() throws { (window, registry, device) = try drawnWindow() }

  /// Returns the error of a route that isn't shown.
  private func error<D>(
    _ path: RoutePath, to token: RoutableView<D> = RoutableView<Help>.help
  ) async -> String? {
    let error = await #expect(throws: RouteError.self) { _ = try await registry.show(token, path) }
    return error?.presenterText
  }

  @Test(arguments: [RoutePath.Kind.showDetail, .addChild, .addSubview, RoutePath.Kind("split")])
  func `an unsupported path is refused before the destination is made`(kind: RoutePath.Kind) throws {
    var count = 0
    let registry = try Registry {
      Route(NoteModel.self) {
        RoutableView(.note)
      } make: { () -> NoteModel in
        count += 1
        return NoteModel()
      }
    }
    let error = #expect(throws: RouteError.self) {
      try registry.perform(to: .note, path: .custom(kind, from: window))
    }
    #expect(
      error?.presenterText == """
        a RouteWindow cannot show along \(kind), only along push, show, present, sheet, popover, fullScreenCover, alert [unsupportedPath]
            To fix: use one of these
                or: add Shows(along: .\(kind)) to the route
        """)
    #expect(count == 0)
  }

  @Test func `a second modal view is refused`() async throws {
    let sheet = try await registry.show(.note, .sheet(from: window)).route
    #expect(
      await error(.popover(from: window)) == """
        the window cannot show along popover: it shows NoteModel along sheet already [actionFailed]
            To fix: remove that first
                or: show it from the window of that screen, its @Environment(\\.routeWindow)
        """)
    try await remove(sheet)
    try await registry.show(.question, .alert(from: window))
    #expect(
      await error(.sheet(from: window)) == """
        the window cannot show along sheet: it shows Question along alert already [actionFailed]
            To fix: set the window's alert to nil first, also in the action of the alert's button
                or: await removed() of the alert's route first
        """)
  }

  @Test func `unsuitable windows are errors`() async throws {
    try await registry.show(.note, .popover(from: window))
    #expect(
      await error(.push(from: try #require(window.popover?.window))) == """
        a popover has no stack, so nothing can be shown in it along push [unsupportedPath]
            To fix: show it along sheet
                or: show the popover's destination along sheet
        """)
    #expect(
      await error(.push(from: EnvironmentValues().routeWindow)) == """
        no RouteStack, pushesRoutes, or presentsRoutes is around the view, so its routeWindow shows nothing [actionFailed]
            To fix: put the view into RouteStack(window) { … }
                or: add .pushesRoutes(of: window, onto: $path) to your own NavigationStack
                or: use the window itself
        """)
  }

  @Test func `unsuitable destinations are errors`() async {
    #expect(
      await error(.push(from: window), to: .undrawn) == """
        Undrawn is not a SwiftUI view, so a RouteWindow cannot draw it [destinationMismatch]
            To fix: add Shown { … } to its route, which returns a view of it
        """)
    #expect(
      await error(.alert(from: window)) == """
        Help is not an AlertContent, so it cannot be shown along alert [destinationMismatch]
            To fix: add Wrapped { _ in AlertContent(…) { … } } to its route
        """)
    #expect(window.path.isEmpty)
  }

  @Test func `an unknown tab is refused`() async throws {
    let window = RouteWindow(tabs: ["inbox", "archive"])
    let navigator = Navigator(from: window, in: registry)
    let error = await #expect(throws: (any Error).self) {
      try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab("trash")])))
    }
    #expect(error.map { "\($0)" }?.contains("the window has no tab 'trash': it has inbox, archive") == true)
    window.tab = "archive"
    window.tab = "trash"
    #expect(window.tab == "archive")
    self.window.tab = "inbox"
    #expect(self.window.tab == "")
  }
}
