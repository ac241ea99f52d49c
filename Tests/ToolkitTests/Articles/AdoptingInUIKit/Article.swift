// The code of the article "Presenting in UIKit", which ArticleTests compares with it.
import SwiftUI
import UIKit
import Waymark
import WaymarkSwiftUI
import WaymarkUIKit

@MainActor protocol NoteInput: AnyObject {
  var text: String { get set }
}

extension RoutableView<any (UIViewController & NoteInput)> {
  static var note: Self { declared() }
}

final class NoteController: UIViewController, NoteInput {
  var text = ""
}

struct NoteModule: RouteModule {
  var routes: Routes {
    Route(NoteController.self) {
      View(.note)
      URLPattern("notes://note")
    } make: {
      NoteController()
    }
  }
}

final class ListController: UIViewController {
  func showNote() {
    do {
      try Registry.current.perform(
        to: .note, path: .push(from: self)
      ) {
        $0.prepareDestination = { $0.text = "new" }
      }
    } catch {
      print(error)
    }
  }
}

@MainActor final class NotesCoordinator {
  let navigation: UINavigationController
  var onFinish: (() -> Void)?

  init(_ navigation: UINavigationController) {
    self.navigation = navigation
  }

  func start() {
    Task { await run() }
  }

  private func run() async {
    do {
      let note = try Registry.current.perform(
        to: .note, path: .push(from: navigation))
      try await note.completed()
      try await note.removed()
    } catch {
      print(error)
    }
    onFinish?()
  }
}

protocol PageStore: Sendable {
  func pages() -> [String]
}

struct MemoryPages: PageStore {
  func pages() -> [String] { ["Plan"] }
}

extension RoutableService<any PageStore> {
  static var pages: Self { declared() }
}

final class PagesController: UIViewController {
  private let store: any PageStore

  init?(coder: NSCoder, store: any PageStore) {
    self.store = store
    super.init(coder: coder)
  }

  required init?(coder: NSCoder) { nil }

  func titles() -> [String] { store.pages() }
}

extension RoutableView<PagesController> {
  static var pagesScreen: Self { declared() }
}

struct PagesModule: RouteModule {
  var routes: Routes {
    Route(MemoryPages.init) { Service(.pages) }
    Route(PagesController.self) {
      View(.pagesScreen)
    } make: { routes in
      let store = try routes(.pages)
      return UIStoryboard(name: "Main", bundle: nil)
        .instantiateViewController(identifier: "Pages") {
          PagesController(coder: $0, store: store)
        }
    }
  }
}

final class BoardListController: UIViewController {
  override func prepare(
    for segue: UIStoryboardSegue, sender: Any?
  ) {
    do {
      try Registry.current.prepare(for: segue, sender: sender) {
        (note: any (UIViewController & NoteInput)) in
        note.text = "from the storyboard"
      }
    } catch {
      print(error)
    }
  }
}

@MainActor @Observable final class ProfileModel {
  var name = "Ada"
}

struct Profile: View {
  let model: ProfileModel
  @Environment(\.routeSource) private var source
  @Environment(\.leaveRoute) private var leave

  var body: some View {
    Text(model.name)
    Button("Close") { leave() }
    Button("New note") {
      do {
        try Registry.current.perform(
          to: .note, path: .push(from: source))
      } catch {
        print(error)
      }
    }
  }
}

extension RoutableView<ProfileModel> {
  static var profile: Self { declared() }
}

struct ProfileModule: RouteModule {
  var routes: Routes {
    Route(ProfileModel.init) {
      View(.profile)
      Wrapped { RouteHostingController(rootView: Profile(model: $0)) }
      URLPattern("notes://profile")
    }
  }
}

struct Flow: View {
  let window: RouteWindow
  var body: some View { RouteStack(window) { SettingsView() } }
}

final class SettingsController: UIViewController {
  private let window: RouteWindow

  init(window: RouteWindow) {
    self.window = window
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  func showNote() {
    do {
      try Registry.current.perform(to: .note, path: .sheet(from: window))
    } catch {
      print(error)
    }
  }
}

struct SettingsView: UIViewControllerRepresentable {
  func makeUIViewController(context: Context) -> SettingsController {
    SettingsController(window: context.environment.routeWindow)
  }

  func updateUIViewController(
    _ controller: SettingsController, context: Context
  ) {}
}
