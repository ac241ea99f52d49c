import Testing
import UIKit
import Waymark
import WaymarkUIKit

/// A controller of a storyboard.
final class BoardController: UIViewController {
  let registry: Registry
  var calls: [String] = []
  var error: RouteError?
  var prepares = true

  init(_ registry: Registry) {
    self.registry = registry
    super.init(nibName: nil, bundle: nil)
    UIStoryboard(modelled: [
      "showNote": { identifier, source in
        let note = NoteController()
        return UIStoryboardSegue(identifier: identifier, source: source, destination: note) {
          source.show(note, sender: nil)
        }
      },
      "presentNote": { identifier, source in
        let frame = UINavigationController(rootViewController: NoteController())
        return UIStoryboardSegue(identifier: identifier, source: source, destination: frame) {
          source.present(frame, animated: UIView.areAnimationsEnabled)
        }
      },
      "plain": { identifier, source in
        UIStoryboardSegue(identifier: identifier, source: source, destination: PlainController())
      },
    ]).modelAdd(self)
  }
  required init?(coder: NSCoder) { nil }

  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    guard prepares else { return }
    do {
      try registry.prepare(for: segue, sender: sender) { (note: any (UIViewController & NoteInput)) in
        calls.append("\(segue.identifier ?? "")")
        note.text = "segue"
      }
    } catch { self.error = error }
  }
}

extension UIKitTests {
  @Suite @MainActor struct SegueTests {
    func board() throws -> (screen: Screen, board: BoardController) {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.navigation.pushViewController(board, animated: false)
      return (screen, board)
    }

    @Test func aPerformedSegueMakesAndShowsTheDestination() async throws {
      let (screen, board) = try board()
      let shown = try screen.registry.perform(to: \.note, path: .segue("showNote", from: board, sender: nil))
      {
        $0.prepareDestination = { $0.text += ", caller" }
      }
      #expect(shown.state == .routing)
      await settle()
      #expect(try await shown.completed().text == "segue, caller, prepared")
      #expect(screen.navigation.topViewController === shown.destination)
      try shown.remove()
      await settle()
      #expect(screen.navigation.topViewController === board)
      #expect(shown.state == .removed)
    }

    @Test func theDestinationMayBeInsideOfAContainer() async throws {
      let (screen, board) = try board()
      let shown = try screen.registry.perform(to: \.note, path: .segue("presentNote", from: board)) {
        $0.animated = false
      }
      #expect(shown.state == .routed)
      #expect(shown.destination?.text == "segue, prepared")
      let frame = try #require(board.presentedViewController)
      frame.userPullsDown()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func theUserStartsASegue() async throws {
      let (screen, board) = try board()
      board.userStartsSegue("presentNote", sender: nil)
      await settle()
      let frame = board.presentedViewController as? UINavigationController
      #expect((frame?.topViewController as? NoteController)?.text == "segue, prepared")
      board.userStartsSegue("plain", sender: nil)
      #expect(board.calls == ["presentNote"])
      #expect(board.error == nil)
      _ = screen
    }

    @Test func anUnpreparedSegueIsReported() async throws {
      let (screen, board) = try board()
      board.prepares = false
      let shown = try screen.registry.perform(to: \.note, path: .segue("plain", from: board))
      await #expect {
        try await shown.completed()
      } throws: {
        "\($0)" == """
          BoardController performed the segue 'plain' without preparing its destination [segueNotPerformed]
              To fix: call Router.prepare(for:sender:) in its prepare(for:sender:)
          """
      }
    }

    @Test func aDestinationOfAnotherTypeIsReported() async throws {
      let (screen, board) = try board()
      let shown = try screen.registry.perform(to: \.note, path: .segue("plain", from: board))
      #expect(shown.state == .unrouted)
      #expect(board.error?.code == .destinationMismatch)
    }
  }
}
