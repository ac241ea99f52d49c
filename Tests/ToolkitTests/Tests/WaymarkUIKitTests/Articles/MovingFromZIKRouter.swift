// The code of Documentation.docc/MovingFromZIKRouter.md, which ArticleTests compares. It can only be compiled here.
// swift-format-ignore-file
import UIKit
import Waymark
import WaymarkUIKit

@MainActor protocol PlayerInput: AnyObject {
  var song: String { get set }
}

extension RoutableView<any (UIViewController & PlayerInput)> {
  static var player: Self { declared() }
}
extension RoutableView<CoverView> {
  static var cover: Self { declared() }
}

final class PlayerController: UIViewController, PlayerInput {
  var song = ""
}
final class CoverView: UIView {}

struct PlayerModule: RouteModule {
  var routes: Routes {
    Observes { print($0.phase) }
    Route(PlayerController.self) {
      View(.player)
      Identifier("player")
      Wrapped { UINavigationController(rootViewController: $0) }
    } make: {
      PlayerController()
    } prepare: { player, routes in
      player.title = player.song
    }
    Route(CoverView.self) { View(.cover) } make: { CoverView() }
  }
}

final class AlbumController: UIViewController {
  var shown:
    ActiveRoute<any (UIViewController & PlayerInput)>?

  func play() throws {
    shown = try Router.perform(
      to: .player, path: .present(from: self)
    ) {
      $0.prepareDestination = { $0.song = "one" }
      $0.onSuccess = { print($0.song) }
      $0.onFailure = { print($0) }
    }
  }

  func parts(_ button: UIButton) throws {
    try Router.perform(
      to: .player,
      path: .popover(from: self) { $0.sourceView = button })
    try Router.perform(
      to: .player, path: .show(from: self, sender: button))
    try Router.perform(
      to: .player, path: .addChild(to: self, in: view))
    try Router.perform(
      to: .cover, path: .addSubview(to: view))
  }

  func close() async throws {
    guard let shown, shown.canRemove else { return }
    try shown.remove()
    try await shown.removed()
  }

  func segue() throws {
    shown = try Router.perform(
      to: .player, path: .segue("showPlayer", from: self))
  }

  override func prepare(
    for segue: UIStoryboardSegue, sender: Any?
  ) {
    do {
      try Router.prepare(for: segue, sender: sender)
    } catch {
      print(error)
    }
  }

  func fade(
    with fade: any UIViewControllerTransitioningDelegate
  ) throws {
    try Router.perform(
      to: .player, path: .present(from: self, transition: fade))
  }
}
