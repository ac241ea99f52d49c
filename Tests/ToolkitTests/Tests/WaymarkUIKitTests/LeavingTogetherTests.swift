import SwiftUI
import Testing
import UIKit
import Waymark
import WaymarkSwiftUI
import WaymarkUIKit

extension RoutableView<HostedModel> {
  fileprivate static var hostedModel: Self { declared() }
  fileprivate static var hostedWithPart: Self { declared() }
}

/// A model with a SwiftUI view in a controller, which may have a part.
@MainActor private final class HostedModel: ViewDestination {
  var questions = 0
  weak var part: Guarded?
}

private struct HostedView: SwiftUI.View {
  let model: HostedModel
  var hasPart = false
  @Environment(\.leaveRoute) private var leave
  var body: some SwiftUI.View {
    VStack {
      Button("Leave") { leave() }
      if hasPart { RouteView(.guarded) { model.part = $0 } }
    }
  }
}

private struct HostedModule: RouteModule {
  var routes: Routes {
    NoteModule()
    Route(HostedModel.self) {
      RoutableView(.hostedModel)
      Wrapped { RouteHostingController(rootView: HostedView(model: $0)) }
      Leaves { model in
        model.questions += 1
        return .proceed
      }
    }
    Route(HostedModel.self) {
      RoutableView(.hostedWithPart)
      Wrapped { model in
        // The hosting controller may also be inside of the route's controller.
        UINavigationController(
          rootViewController: RouteHostingController(
            rootView: HostedView(model: model, hasPart: true).registry(Registry.current)))
      }
    }
  }
}

extension UIKitTests {
  /// The user removes a view, and with it others with `Leaves`.
  @Suite("Asking about views that leave together") @MainActor struct LeavingTogetherTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    @Test func `pulling down asks the screens inside, the topmost first`() async throws {
      let (sheet, framed) = try await screen.present(.framed)
      let lower = try await screen.show(.guarded, .push(from: framed)).route
      let upper = try await screen.show(.guarded, .push(from: framed)).route
      let guarded = try [#require(lower.destination), #require(upper.destination)]
      let container = try #require(framed.navigationController)
      await pullDown(container)
      #expect(guarded.map(\.questions) == [0, 1])
      guarded[1].mayLeave = true
      await pullDown(container)
      #expect(guarded.map(\.questions) == [1, 2])
      #expect(sheet.state == .routed)
      guarded[0].mayLeave = true
      await pullDown(container)
      #expect([sheet.state, lower.state, upper.state] == [.removed, .removed, .removed])
      #expect(screen.list.presentedViewController == nil)
    }

    @Test func `pulling down the application's own sheet asks the screens inside`() async throws {
      let own = UINavigationController(rootViewController: PlainController())
      let delegate = UsersDelegate()
      own.presentationController?.delegate = delegate
      screen.list.present(own, animated: false)
      let (shown, guarded) = try await screen.show(.guarded, .push(from: own))
      await pullDown(own)
      #expect(guarded.questions == 1)
      #expect(shown.state == .routed)
      try await remove(shown)
      #expect(own.presentationController?.delegate === delegate)
      let second = try await screen.show(.guarded, .push(from: own)).route
      second.destination?.mayLeave = true
      await pullDown(own)
      #expect(second.state == .removed)
      #expect(screen.list.presentedViewController == nil)
      #expect(delegate.calls == ["should", "attempt", "should", "attempt", "will", "did"])
    }

    @Test func `the lowest screen and one without its guarded part don't ask`() async throws {
      try await screen.show(.guarded, .addChild(to: screen.list))
      #expect(screen.list.navigationItem.backAction == nil)
      let pushed = try await screen.push(.note).route
      let part = try screen.showAtOnce(.guarded, .addChild(to: try #require(pushed.destination))).route
      #expect(pushed.destination?.navigationItem.backAction != nil)
      try part.remove()
      #expect(pushed.destination?.navigationItem.backAction == nil)
      await screen.swipeBack()
      #expect(pushed.state == .removed)
    }

    @Test func `leaving in a SwiftUI view asks the screens above and its own route`() async throws {
      let registry = try Registry { HostedModule() }
      let (lower, model) = try await registry.show(.hostedModel, .push(from: screen.list))
      let host = try #require(screen.navigation.topViewController as? RouteHostingController)
      let upper = try await registry.show(.guarded, .push(from: screen.list)).route
      let device = ModelDevice(hosting: host)
      device.update()
      #expect(device.press("Leave"))
      await settle()
      #expect(upper.destination?.questions == 1 && model.questions == 0)
      #expect([lower.state, upper.state] == [.routed, .routed])
      upper.destination?.mayLeave = true
      #expect(device.press("Leave"))
      await settle()
      #expect([lower.state, upper.state] == [.removed, .removed] && model.questions == 1)
    }

    @Test func `a RouteView in a hosting controller is asked before the controller leaves`() async throws {
      let registry = try Registry { HostedModule() }
      let (shown, model) = try await registry.show(.hostedWithPart, .present(from: screen.list))
      let container = try #require(screen.list.presentedViewController as? UINavigationController)
      let device = ModelDevice(
        hosting: try #require(container.viewControllers.first as? RouteHostingController))
      device.update()
      let part = try #require(model.part)
      await settle()
      await pullDown(container)
      try #require(part.questions == 1 && shown.state == .routed)
      #expect(try await shown.leave() == false && part.questions == 2)
      #expect(device.press("Leave"))
      await settle()
      #expect(part.questions == 3 && shown.state == .routed)
      part.mayLeave = true
      await pullDown(container)
      #expect(part.questions == 4 && shown.state == .removed)
    }

    @Test func `a controller with a SwiftUI view is freed after its removal`() async throws {
      let registry = try Registry { HostedModule() }
      var shown = Optional(try await registry.show(.hostedModel, .push(from: screen.list)).route)
      weak let host = screen.navigation.topViewController
      weak let model = shown?.destination
      #expect(host is RouteHostingController)
      try shown?.remove()
      await settle()
      shown = nil
      await settle()
      #expect(host == nil)
      #expect(model == nil)
    }
  }
}
