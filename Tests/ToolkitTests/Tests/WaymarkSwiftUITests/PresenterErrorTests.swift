import PresenterWalk
import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("Errors of a RouteWindow", .timeLimit(.minutes(5)))
struct PresenterErrorTests {
  private let scenario: Scenario

  init() throws { scenario = try Scenario() }

  /// Returns the error of a route that isn't shown.
  private func error(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? RouteError)?.presenterText ?? "\(error)"
    }
  }

  @Test(arguments: [RoutePath.Kind.showDetail, .addChild, .addSubview, RoutePath.Kind("split")])
  func `an unsupported path is refused before the destination is made`(kind: RoutePath.Kind) async throws {
    let window = RouteWindow()
    var count = 0
    let registry = try Registry {
      Route(NoteModel.self) {
        RoutableView(.note)
      } make: { () -> NoteModel in
        count += 1
        return NoteModel()
      }
    }
    #expect(
      await error { try registry.perform(to: .note, path: .custom(kind, from: window)) } == """
        a RouteWindow cannot show along \(kind), only along push, show, present, sheet, popover, fullScreenCover, alert [unsupportedPath]
            To fix: use one of these
                or: add Shows(along: .\(kind)) to the route
        """)
    #expect(count == 0)
  }

  @Test func `a second modal view is refused`() async throws {
    try await scenario.sheet(.note)
    #expect(
      await error { try scenario.registry.perform(to: .help, path: .popover(from: scenario.window)) } == """
        the window cannot show along popover: it shows NoteModel along sheet already [actionFailed]
            To fix: remove that first
                or: show it from the window of that screen, its @Environment(\\.routeWindow)
        """)
  }

  @Test func `a modal view above an alert is refused`() async throws {
    try await scenario.show(.question, .alert(from: scenario.window))
    #expect(
      await error { try scenario.registry.perform(to: .help, path: .sheet(from: scenario.window)) } == """
        the window cannot show along sheet: it shows Question along alert already [actionFailed]
            To fix: set the window's alert to nil first, also in the action of the alert's button
                or: await removed() of the alert's route first
        """)
  }

  @Test func `pushing in a popover is an error`() async throws {
    try await scenario.show(.note, .popover(from: scenario.window))
    let inner = try #require(scenario.window.popover?.window)
    #expect(
      await error { try scenario.registry.perform(to: .help, path: .push(from: inner)) } == """
        a popover has no stack, so nothing can be shown in it along push [unsupportedPath]
            To fix: show it along sheet
                or: show the popover's destination along sheet
        """)
  }

  @Test func `a view outside any stack has no route window`() async throws {
    #expect(
      await error {
        try scenario.registry.perform(to: .note, path: .push(from: EnvironmentValues().routeWindow))
      }
        == """
        no RouteStack, pushesRoutes, or presentsRoutes is around the view, so its routeWindow shows nothing [actionFailed]
            To fix: put the view into RouteStack(window) { … }
                or: add .pushesRoutes(of: window, onto: $path) to your own NavigationStack
                or: use the window itself
        """)
  }

  @Test func `a destination that isn't a view needs Shown`() async throws {
    #expect(
      await error { try await scenario.push(.undrawn) } == """
        Undrawn is not a SwiftUI view, so a RouteWindow cannot draw it [destinationMismatch]
            To fix: add Shown { … } to its route, which returns a view of it
        """)
    #expect(scenario.window.path.isEmpty)
  }

  @Test func `an alert needs content`() async throws {
    #expect(
      await error { try await scenario.show(.help, .alert(from: scenario.window)) } == """
        Help is not an AlertContent, so it cannot be shown along alert [destinationMismatch]
            To fix: add Wrapped { _ in AlertContent(…) { … } } to its route
        """)
  }

  @Test func `an unknown tab is refused`() async throws {
    let window = RouteWindow(tabs: ["inbox", "archive"])
    let navigator = Navigator(from: window, in: scenario.registry)
    let plan = RoutePlan(steps: [.tab("trash")])
    let failure = await error { try await navigator.apply(navigator.changes(to: plan)) }
    #expect(failure?.contains("the window has no tab 'trash': it has inbox, archive") == true)
  }
}
