import SwiftUI
import Testing
import UIKit
import Waymark
import WaymarkSwiftUI
import WaymarkUIKit

extension RoutableView<HostedModel> { static var hostedModel: Self { declared() } }
extension RoutableView<HostedFolder> { static var hostedFolder: Self { declared() } }
extension RoutableView<HostedForm> { static var hostedForm: Self { declared() } }

/// A model with a SwiftUI view in a controller.
final class HostedModel {}

private struct HostedView: SwiftUI.View {
  @Environment(\.leaveRoute) private var leave
  var body: some SwiftUI.View { Button("Leave") { leave() } }
}

/// A model with a SwiftUI view in a controller, of which a form is a part.
final class HostedFolder {}

/// A model of a part, which asks, and counts the questions.
@MainActor
final class HostedForm {
  var mayLeave = false
  var questions = 0
}

private struct HostedFolderView: SwiftUI.View {
  @Environment(\.leaveRoute) private var leave
  var body: some SwiftUI.View {
    VStack {
      Button("Leave") { leave() }
      RouteView(.hostedForm)
    }
  }
}

struct HostedModule: RouteModule {
  let form = HostedForm()

  var routes: Routes {
    Route(HostedFolder.self) {
      RoutableView(.hostedFolder)
      Wrapped { _ in
        // The hosting controller may also be inside of the route's controller.
        UINavigationController(
          rootViewController: RouteHostingController(
            rootView: HostedFolderView().registry(Registry.current)))
      }
    } make: {
      HostedFolder()
    }
    Route(HostedForm.self) {
      RoutableView(.hostedForm)
      Shown { _ in Text("form") }
      Leaves { form in
        form.questions += 1
        return form.mayLeave ? .proceed : .stay
      }
    } make: { [form] in
      form
    }
    Route(HostedModel.self) {
      RoutableView(.hostedModel)
      Wrapped { _ in RouteHostingController(rootView: HostedView()) }
    } make: {
      HostedModel()
    }
  }
}

extension UIKitTests {
  /// The user removes a view, and with it others with `Leaves`.
  @Suite("Asking about views that leave together") @MainActor struct LeavingTogetherTests {
    @Test func `pulling down asks the screens inside, the topmost first`() async throws {
      let screen = try Screen()
      let sheet = try screen.registry.perform(to: .framed, path: .present(from: screen.list))
      await settle()
      let framed = try #require(sheet.destination)
      let lower = try screen.registry.perform(to: .guarded, path: .push(from: framed))
      await settle()
      let upper = try screen.registry.perform(to: .guarded, path: .push(from: framed))
      await settle()
      let guarded = try [#require(lower.destination), #require(upper.destination)]
      let container = try #require(framed.navigationController)
      container.modelUserPullsDown()
      await settle()
      #expect(guarded.map(\.questions) == [0, 1])
      guarded[1].mayLeave = true
      container.modelUserPullsDown()
      await settle()
      #expect(guarded.map(\.questions) == [1, 2])
      #expect(sheet.state == .routed)
      guarded[0].mayLeave = true
      container.modelUserPullsDown()
      await settle()
      #expect([sheet.state, lower.state, upper.state] == [.removed, .removed, .removed])
      #expect(screen.list.presentedViewController == nil)
    }

    @Test func `pulling down asks a part of the view`() async throws {
      let screen = try Screen()
      let sheet = try screen.registry.perform(to: .note, path: .sheet(from: screen.list))
      await settle()
      let note = try #require(sheet.destination)
      let part = try screen.registry.perform(to: .guarded, path: .addChild(to: note))
      let guarded = try #require(part.destination)
      note.modelUserPullsDown()
      await settle()
      #expect(guarded.questions == 1)
      #expect(sheet.state == .routed)
      guarded.mayLeave = true
      note.modelUserPullsDown()
      await settle()
      #expect([sheet.state, part.state] == [.removed, .removed])
    }

    @Test func `pulling down the application's own sheet asks the screens inside`() async throws {
      let screen = try Screen()
      let own = UINavigationController(rootViewController: PlainController())
      let delegate = UsersDelegate()
      own.presentationController?.delegate = delegate
      screen.list.present(own, animated: false)
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: own))
      await settle()
      let guarded = try #require(shown.destination)
      own.modelUserPullsDown()
      await settle()
      #expect(guarded.questions == 1)
      #expect(shown.state == .routed)
      try shown.remove()
      await settle()
      #expect(own.presentationController?.delegate === delegate)
      let second = try screen.registry.perform(to: .guarded, path: .push(from: own))
      await settle()
      second.destination?.mayLeave = true
      own.modelUserPullsDown()
      await settle()
      #expect(second.state == .removed)
      #expect(screen.list.presentedViewController == nil)
      #expect(delegate.calls == ["should", "attempt", "should", "attempt", "will", "did"])
    }

    @Test func `going back asks a part of the screen`() async throws {
      let screen = try Screen()
      let pushed = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      let note = try #require(pushed.destination)
      let part = try screen.registry.perform(to: .guarded, path: .addChild(to: note))
      let guarded = try #require(part.destination)
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect(!screen.navigation.modelUserBeginsSwipe())
      await settle()
      #expect(guarded.questions == 2)
      #expect(pushed.state == .routed)
      guarded.mayLeave = true
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect([pushed.state, part.state] == [.removed, .removed])
    }

    @Test func `going back asks a part of the application's own screen`() async throws {
      let screen = try Screen()
      let own = PlainController()
      screen.navigation.pushViewController(own, animated: false)
      let part = try screen.registry.perform(to: .guarded, path: .addChild(to: own))
      await settle()
      let guarded = try #require(part.destination)
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect(guarded.questions == 1)
      #expect(screen.navigation.topViewController === own)
      guarded.mayLeave = true
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect(part.state == .removed)
      #expect(screen.navigation.topViewController === screen.list)
      #expect(own.navigationItem.backAction == nil)
    }

    @Test func `a part added before its screen is asked`() async throws {
      let screen = try Screen()
      let own = PlainController()
      let part = try screen.registry.perform(to: .guarded, path: .addChild(to: own))
      screen.navigation.pushViewController(own, animated: false)
      await settle()
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect(part.destination?.questions == 1)
      #expect(screen.navigation.topViewController === own)
    }

    @Test func `the lowest screen gets no back button`() async throws {
      let screen = try Screen()
      try screen.registry.perform(to: .guarded, path: .addChild(to: screen.list))
      await settle()
      #expect(screen.list.navigationItem.backAction == nil)
    }

    @Test func `a screen without its guarded part doesn't ask`() async throws {
      let screen = try Screen()
      let pushed = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      let part = try screen.registry.perform(
        to: .guarded, path: .addChild(to: try #require(pushed.destination)))
      #expect(pushed.destination?.navigationItem.backAction != nil)
      try part.remove()
      #expect(pushed.destination?.navigationItem.backAction == nil)
      #expect(screen.navigation.modelUserBeginsSwipe())
      screen.navigation.modelUserEndsSwipe(isCancelled: false)
      await settle()
      #expect(pushed.state == .removed)
    }

    @Test func `leaving in a SwiftUI view asks the screens above`() async throws {
      let screen = try Screen()
      let registry = try Registry {
        NoteModule(); HostedModule()
      }
      let lower = try registry.perform(to: .hostedModel, path: .push(from: screen.list))
      await settle()
      let host = try #require(screen.navigation.topViewController as? RouteHostingController)
      let upper = try registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let device = ModelDevice(hosting: host)
      device.update()
      #expect(device.press("Leave"))
      await settle()
      #expect(upper.destination?.questions == 1)
      #expect([lower.state, upper.state] == [.routed, .routed])
      upper.destination?.mayLeave = true
      #expect(device.press("Leave"))
      await settle()
      #expect([lower.state, upper.state] == [.removed, .removed])
    }

    @Test func `a RouteView in a hosting controller is asked before the controller leaves`() async throws {
      let screen = try Screen()
      let module = HostedModule()
      let registry = try Registry { module }
      let form = module.form
      let shown = try registry.perform(to: .hostedFolder, path: .present(from: screen.list))
      await settle()
      let container = try #require(screen.list.presentedViewController as? UINavigationController)
      let device = ModelDevice(
        hosting: try #require(container.viewControllers.first as? RouteHostingController))
      device.update()
      #expect(device.texts.contains("form"))
      await settle()
      container.modelUserPullsDown()
      await settle()
      try #require(form.questions == 1 && shown.state == .routed)
      #expect(try await shown.leave() == false && form.questions == 2)
      #expect(device.press("Leave"))
      await settle()
      #expect(form.questions == 3 && shown.state == .routed)
      form.mayLeave = true
      container.modelUserPullsDown()
      await settle()
      #expect(form.questions == 4 && shown.state == .removed)
    }

    @Test func `a controller with a SwiftUI view is freed after its removal`() async throws {
      let screen = try Screen()
      let registry = try Registry { HostedModule() }
      var shown: ActiveRoute<HostedModel>? = try registry.perform(
        to: .hostedModel, path: .push(from: screen.list))
      await settle()
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
