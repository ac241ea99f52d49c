// The code of Documentation.docc/MigratingToWaymark.md that needs UIKit, which ArticleTests compares.
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
final class PlayerController: UIViewController, PlayerInput {
  var song = ""
}

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

  func close() async throws {
    guard let shown, shown.canRemove else { return }
    try shown.remove()
    try await shown.removed()
  }
}
