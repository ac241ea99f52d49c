import AppKit
import Testing
import Waymark
import WaymarkAppKit
import WaymarkToolkit

extension RoutableView<HostController> { static var host: Self { declared() } }

/// A controller that can leave as one with a SwiftUI view does.
final class HostController: NSViewController, LeavingController {
  var leave: (@MainActor () -> Void)?
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
