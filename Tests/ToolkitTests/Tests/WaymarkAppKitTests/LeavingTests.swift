import AppKit
import Testing
import Waymark
import WaymarkAppKit
import WaymarkToolkit

extension RoutableView<HostController> { static var host: Self { declared() } }

/// A controller that can leave as one with a SwiftUI view does.
final class HostController: NSViewController, LeavingController {
  var leave: (@MainActor () -> Void)?
  var parts: [RouteTransition] = []
}

/// A view of SwiftUI that shows parts, each with a transition.
@MainActor
private final class RecordedPart: RouteSource, RoutePresenter {
  var shown: [RouteTransition] = []
  var routePresenter: any RoutePresenter { self }

  func validate(_ transition: RouteTransition) throws(RouteError) {}

  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    shown.append(transition)
    completion(nil)
  }

  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    completion(nil)
  }
}

struct HostModule: RouteModule {
  var routes: Routes {
    Route(HostController.self) {
      RoutableView(.host)
    } make: {
      HostController()
    }
  }
}

extension AppKitTests {
  /// The user removes a view, and with it others with `Leaves`.
  @Suite("Asking about views that leave together") @MainActor struct LeavingTests {
    private let screen: Screen
    private let registry: Registry

    init() throws {
      screen = try Screen()
      registry = try Registry {
        PanelModule(); HostModule()
      }
    }

    @Test func `a controller is freed after its removal`() async throws {
      var shown: ActiveRoute<HostController>? = try registry.perform(
        to: .host, path: .sheet(from: screen.main))
      weak let controller = shown?.destination
      #expect(controller?.leave != nil)
      try shown?.remove()
      shown = nil
      await settle()
      #expect(controller == nil)
    }

    @Test(arguments: [RoutePath.Kind.window, .sheet, .modalWindow])
    func `leaving asks the views inside and above`(kind: RoutePath.Kind) async throws {
      let shown = try registry.perform(to: .host, path: .custom(kind, from: screen.main))
      await settle()
      let host = try #require(shown.destination)
      let part = try registry.perform(to: .guarded, path: .addChild(to: host))
      let above = try registry.perform(to: .guarded, path: .popover(from: host.view))
      let guarded = try [#require(part.destination), #require(above.destination)]
      host.leave?()
      await settle()
      #expect(guarded.map(\.questions) == [0, 1])
      guarded[1].mayLeave = true
      host.leave?()
      await settle()
      #expect(guarded.map(\.questions) == [1, 2])
      #expect(shown.state == .routed)
      guarded[0].mayLeave = true
      host.leave?()
      await settle()
      #expect([shown.state, part.state] == [.removed, .removed])
    }

    /// A hosting controller gets its parts when its SwiftUI view appears, and `parts` stands for them.
    @Test(arguments: [true, false])
    func `a part in SwiftUI is asked before its controller leaves`(isInside: Bool) async throws {
      let shown = try registry.perform(to: .host, path: .window(from: screen.main))
      let host = try #require(shown.destination)
      let outside = RecordedPart()
      let part = try registry.perform(to: .guarded, path: .addChild(to: outside))
      let guarded = try #require(part.destination)
      await settle()
      let inner = HostController()
      if isInside { host.addChild(inner) }
      (isInside ? inner : host).parts = outside.shown
      await settle()
      #expect(try await shown.leave() == false && guarded.questions == 1)
      host.view.window?.performClose(nil)
      await settle()
      #expect(guarded.questions == 2 && shown.state == .routed)
      guarded.mayLeave = true
      host.view.window?.performClose(nil)
      await settle()
      #expect(guarded.questions == 3 && shown.state == .removed)
      try part.remove()
    }

    @Test func `closing a window asks a popover above it`() async throws {
      let shown = try registry.perform(to: .host, path: .window(from: screen.main))
      let host = try #require(shown.destination)
      let above = try registry.perform(to: .guarded, path: .popover(from: host.view))
      host.view.window?.performClose(nil)
      await settle()
      #expect(above.destination?.questions == 1)
      #expect(shown.state == .routed)
    }
  }
}
