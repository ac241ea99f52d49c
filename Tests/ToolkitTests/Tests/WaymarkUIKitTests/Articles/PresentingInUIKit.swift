// The code of Documentation.docc/PresentingInUIKit.md, which ArticleTests compares. It can only be compiled here.
// swift-format-ignore-file
import UIKit
import Waymark
import WaymarkUIKit

@MainActor protocol EditorInput: AnyObject {
  var text: String { get set }
}

extension RoutableView<any (UIViewController & EditorInput)> {
  static var editor: Self { declared() }
}

final class EditorController: UIViewController, EditorInput {
  var text = ""
}

struct EditorModule: RouteModule {
  var routes: Routes {
    Route(EditorController.self) {
      View(.editor)
      Leaves { $0.text.isEmpty ? .proceed : .stay }
    } make: {
      EditorController()
    }
  }
}

@MainActor func edit(from controller: UIViewController) throws {
  try Router.perform(to: .editor, path: .push(from: controller))
}

final class ListController: UIViewController {
  @Routed(.editor) var editors: DestinationViewRouter<
    any (UIViewController & EditorInput)
  >
  let button = UIButton()

  func new() async throws {
    let shown = try editors.perform(
      .sheet(from: self) { $0.detents = [.medium()] }
    ) {
      $0.prepareDestination = { $0.text = "new" }
    }
    try await shown.completed()
    try await shown.leave()
  }
}

final class NotesSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var navigator: Navigator?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    navigator = Navigator(from: scene)
    for context in options.urlContexts {
      navigator?.receive(context.url.absoluteString)
    }
  }
}

final class BoardListController: UIViewController {
  override func prepare(
    for segue: UIStoryboardSegue, sender: Any?
  ) {
    do {
      try Router.prepare(for: segue, sender: sender) {
        (editor: any (UIViewController & EditorInput)) in
        editor.text = "from the storyboard"
      }
    } catch {
      print(error)
    }
  }
}
