// The code of the articles "Presenting in SwiftUI" and "Presenting in UIKit" about scenes, which ArticleTests compares.
import Foundation
import SwiftUI
import UIKit
import Waymark
import WaymarkSwiftUI
import WaymarkUIKit

final class NoteController: UIViewController {
  var id = ""
}

extension RoutableView<NoteController> {
  static var noteController: Self { declared() }
}

struct ControllerModule: RouteModule {
  var routes: Routes {
    Route(NoteController.self) {
      View(.noteController)
      URLPattern("notes://note/:id")
      URLPattern("https://notes.example/note/:id")
    } make: {
      NoteController()
    } prepare: { note, routes in
      note.id = try routes.parameters?.value("id") ?? ""
    }
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private var navigator: Navigator?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UINavigationController(
      rootViewController: UIViewController())
    window.makeKeyAndVisible()
    self.window = window

    let navigator = Navigator(from: scene)
    self.navigator = navigator
    if let activity = session.stateRestorationActivity {
      Task { await restore(activity, in: navigator) }
    }
    for context in options.urlContexts {
      navigator.receive(context.url)
    }
    for activity in options.userActivities {
      self.scene(scene, continue: activity)
    }
  }

  func scene(
    _ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>
  ) {
    for context in contexts { navigator?.receive(context.url) }
  }

  func scene(_ scene: UIScene, continue activity: NSUserActivity) {
    if let url = activity.webpageURL { navigator?.receive(url) }
  }

  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    guard let plans = navigator?.plans else { return nil }
    let activity = NSUserActivity(activityType: "notes.screens")
    do {
      let data = try JSONEncoder().encode(plans)
      activity.addUserInfoEntries(from: ["screens": data])
    } catch {
      print(error)
    }
    return activity
  }
}

@MainActor func restore(
  _ activity: NSUserActivity, in navigator: Navigator
) async {
  guard let data = activity.userInfo?["screens"] as? Data else {
    return
  }
  do {
    let plans = try JSONDecoder().decode(
      [String: RoutePlan].self, from: data)
    try await navigator.restore(plans, asking: false)
  } catch {
    print(error)
  }
}

struct Note: View {
  var id = ""

  var body: some View {
    Text(id)
  }
}

extension RoutableView<Note> {
  static var note: Self { declared() }
}

struct NoteModule: RouteModule {
  var routes: Routes {
    Route(Note.self) {
      View(.note)
      URLPattern("notes://note/:id")
      URLPattern("https://notes.example/note/:id")
    } make: {
      Note()
    } prepare: { note, routes in
      note.id = try routes.parameters?.value("id") ?? ""
    }
  }
}

@MainActor final class NotesSceneModel {
  let window = RouteWindow()
  lazy var navigator = Navigator(from: window)
}

struct NotesScene: View {
  @Environment(NotesSceneDelegate.self)
  private var delegate: NotesSceneDelegate?
  @State private var model = NotesSceneModel()
  @SceneStorage("screens") private var saved: Data?

  var body: some View {
    let scene = delegate?.model ?? model
    RouteStack(scene.window) { NoteList() }
      .opensRoutes(
        with: scene.navigator,
        activities: RouteWindow.webActivities + ["notes.reading"]
      )
      .restoresRoutes(with: scene.navigator, in: $saved)
      .onAppear {
        if let url = ProcessInfo.processInfo.environment["OPEN_URL"] {
          scene.navigator.receive(url)
        }
      }
  }
}

@Observable
final class NotesSceneDelegate: UIResponder, UIWindowSceneDelegate {
  @ObservationIgnored let model = NotesSceneModel()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) {
    let links =
      options.urlContexts.map(\.url)
      + options.userActivities.compactMap(\.webpageURL)
    for link in links { model.navigator.receive(link) }
  }
}

struct NoteList: View { var body: some View { Text("list") } }

struct NotesApp: App { var body: some Scene { WindowGroup { NotesScene() } } }
