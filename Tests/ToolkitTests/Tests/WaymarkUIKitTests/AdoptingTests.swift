import SwiftUI
import Testing
import ToolkitFixtures
import UIKit
import Waymark
import WaymarkSwiftUI

@testable import AdoptingInUIKit
@testable import ConnectingScenes

extension UIKitTests {
  @Suite(
    "The article about adopting Waymark in a UIKit application",
    CurrentRegistry {
      try Registry {
        AdoptingInUIKit.NoteModule()
        PagesModule()
        ProfileModule()
      }
    }, .timeLimit(.minutes(5)))
  @MainActor struct Adopting {
    private let scene = UIWindowScene()
    private let window: UIWindow
    private let navigation = UINavigationController(rootViewController: PlainController())

    init() {
      window = UIWindow(windowScene: scene)
      window.rootViewController = navigation
      window.makeKeyAndVisible()
    }

    /// Returns a device with the SwiftUI view of the topmost controller.
    private func topDevice() throws -> ModelDevice {
      let device = ModelDevice(hosting: try #require(navigation.topViewController as? RouteHostingController))
      device.update()
      return device
    }

    @Test func `a coordinator ends when the user leaves its screen`() async throws {
      let coordinator = NotesCoordinator(navigation)
      var isFinished = false
      coordinator.onFinish = { isFinished = true }
      coordinator.start()
      await settle { navigation.viewControllers.count == 2 }
      #expect(navigation.topViewController is AdoptingInUIKit.NoteController)
      #expect(!isFinished)
      navigation.modelUserTapsBack()
      await settle { isFinished }
      #expect(isFinished)
    }

    @Test func `a route makes a storyboard's controller with its dependencies`() async throws {
      UIStoryboard(modelled: [:], controllers: ["Pages": { _ in nil }]).modelInstall(named: "Main")
      let pages = try Router.makeDestination(to: .pagesScreen)
      #expect(pages.titles() == ["Plan"])
      #expect(pages.storyboard != nil)
    }

    @Test func `a SwiftUI view shows a screen of UIKit and removes its own controller`() async throws {
      let profile = try Router.perform(to: .profile, path: .push(from: navigation))
      ModelAnimations.finishAll()
      #expect(try await profile.completed().name == "Ada")
      let device = try topDevice()
      #expect(device.texts == ["Ada"])
      #expect(device.press("New note"))
      ModelAnimations.finishAll()
      #expect(navigation.topViewController is AdoptingInUIKit.NoteController)
      navigation.popViewController(animated: false)
      #expect(device.press("Close"))
      await settle { profile.state == .removed }
      #expect(profile.state == .removed)
      #expect(navigation.viewControllers.count == 1)
    }

    @Test func `one navigator has the screens of both toolkits`() async throws {
      let navigator = Navigator(from: scene)
      let opening = Task { try await navigator.open("notes://profile") }
      await settle { navigation.viewControllers.count == 2 }
      try await opening.value
      let device = try topDevice()
      #expect(device.press("New note"))
      await settle { navigator.screens.count == 2 }
      #expect(navigator.plan.steps.map(\.url) == ["notes://profile", "notes://note"])
    }

    @Test func `a navigator shows the next screen from the wrapper of a model`() async throws {
      let navigator = Navigator(from: navigation)
      let steps = try ["notes://profile", "notes://note"].flatMap {
        try Registry.current.plan(for: $0, along: .sheet).steps
      }
      let applying = Task { try await navigator.apply(navigator.changes(to: RoutePlan(steps: steps))) }
      await settle { navigation.presentedViewController?.presentedViewController != nil }
      try await applying.value
      let sheet = try #require(navigation.presentedViewController)
      #expect(sheet is RouteHostingController)
      #expect(sheet.presentedViewController is AdoptingInUIKit.NoteController)
      #expect(navigator.screens.count == 2)
    }

    @Test func `a controller in a SwiftUI view shows screens from its window`() async throws {
      let routes = RouteWindow()
      let device = ModelDevice { Flow(window: routes) }
      device.update()
      #expect(device.texts == ["SettingsController"])
      let settings = SettingsController(window: routes)
      settings.showNote()
      device.update()
      #expect(device.layers == ["window", "sheet"])
      #expect(device.texts == ["NoteController"])
    }

    /// Ends animations until something holds.
    private func settle(_ condition: () -> Bool) async {
      for _ in 0..<1_000 where !condition() {
        ModelAnimations.finishAll()
        await Task.yield()
      }
      ModelAnimations.finishAll()
    }
  }

  @Suite(
    "A scene delegate with links and restoration", CurrentRegistry { try Registry { ControllerModule() } },
    .timeLimit(.minutes(5)))
  @MainActor struct Scenes {
    private let scene = UIWindowScene()
    private let session = UISceneSession()

    private func connect(
      _ urls: [String] = [], _ activities: Set<NSUserActivity> = [], to scene: UIWindowScene? = nil
    ) throws -> ConnectingScenes.SceneDelegate {
      let delegate = ConnectingScenes.SceneDelegate()
      let contexts = try urls.map { UIOpenURLContext(modelled: try #require(URL(string: $0))) }
      delegate.scene(
        scene ?? self.scene, willConnectTo: session,
        options: UIScene.ConnectionOptions(modelled: Set(contexts), activities))
      return delegate
    }

    /// Returns the identifiers of the notes that the delegate shows, when there are some.
    private func notes(_ delegate: ConnectingScenes.SceneDelegate, count: Int) async -> [String] {
      let navigation = delegate.window?.rootViewController as? UINavigationController
      var notes: [String] {
        navigation?.viewControllers.compactMap { ($0 as? ConnectingScenes.NoteController)?.id } ?? []
      }
      for _ in 0..<1_000 where notes.count != count {
        ModelAnimations.finishAll()
        await Task.yield()
      }
      for _ in 0..<100 {
        ModelAnimations.finishAll()
        await Task.yield()
      }
      return notes
    }

    @Test func `a scene delegate opens a warm link`() async throws {
      let delegate = try connect()
      #expect(await notes(delegate, count: 0) == [])
      let context = UIOpenURLContext(modelled: try #require(URL(string: "notes://note/8")))
      delegate.scene(scene, openURLContexts: [context])
      #expect(await notes(delegate, count: 1) == ["8"])
    }

    @Test(arguments: [true, false])
    func `a scene delegate opens a web page's activity`(isCold: Bool) async throws {
      let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
      activity.webpageURL = URL(string: "https://notes.example/note/9")
      let delegate = try connect([], isCold ? [activity] : [])
      if !isCold { delegate.scene(scene, continue: activity) }
      #expect(await notes(delegate, count: 1) == ["9"])
    }

    @Test func `a scene delegate restores its screens, then opens a link`() async throws {
      let first = try connect(["notes://note/7"])
      #expect(await notes(first, count: 1) == ["7"])
      session.stateRestorationActivity = first.stateRestorationActivity(for: scene)
      // The system connects the session to a new scene.
      let later = [UIWindowScene(), UIWindowScene()]
      let restored = try connect(to: later[0])
      #expect(await notes(restored, count: 1) == ["7"])
      session.stateRestorationActivity = restored.stateRestorationActivity(for: scene)
      let linked = try connect(["notes://note/8"], to: later[1])
      #expect(await notes(linked, count: 1) == ["8"])
    }
  }
}
