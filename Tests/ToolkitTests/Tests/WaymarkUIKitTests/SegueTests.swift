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
  /// Other segues, which are prepared first.
  var others: [UIStoryboardSegue] = []
  var preparesTwice = false

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
      "presentGuarded": { identifier, source in
        let guarded = Guarded()
        return UIStoryboardSegue(identifier: identifier, source: source, destination: guarded) {
          source.present(guarded, animated: UIView.areAnimationsEnabled)
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
      for segue in others + [segue] + (preparesTwice ? [segue] : []) {
        try registry.prepare(for: segue, sender: sender) { (note: any (UIViewController & NoteInput)) in
          calls.append("\(segue.identifier ?? "")")
          note.text = "segue"
        }
      }
    } catch { self.error = error }
  }
}

extension UIKitTests {
  @Suite @MainActor struct SegueTests {
    @Test func `the class for Objective-C pushes a route and prepares a segue`() async throws {
      let screen = try Screen()
      let registry = try Registry { MemoModule() }
      try Registry.withCurrent(registry) { try MemoScreens.pushMemo("milk", from: screen.list) }
      await settle()
      let memo = try #require(screen.navigation.topViewController as? MemoController)
      #expect(memo.text == "milk")
      let segue = UIStoryboardSegue(
        identifier: "showMemo", source: screen.list, destination: MemoController())
      try Registry.withCurrent(registry) { try MemoScreens.prepare(for: segue, sender: nil) }
    }

    func board() throws -> (screen: Screen, board: BoardController) {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.navigation.pushViewController(board, animated: false)
      return (screen, board)
    }

    @Test func `a performed segue makes and shows the destination`() async throws {
      let (screen, board) = try board()
      let shown = try screen.registry.perform(to: .note, path: .segue("showNote", from: board, sender: nil)) {
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

    @Test func `a segue's destination may be inside a container`() async throws {
      let (screen, board) = try board()
      let shown = try screen.registry.perform(to: .note, path: .segue("presentNote", from: board)) {
        $0.animated = false
      }
      #expect(shown.state == .routed)
      #expect(shown.destination?.text == "segue, prepared")
      let frame = try #require(board.presentedViewController)
      frame.modelUserPullsDown()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `Waymark prepares a segue that the user starts`() async throws {
      let (screen, board) = try board()
      board.modelUserStartsSegue("presentNote", sender: nil)
      await settle()
      let frame = board.presentedViewController as? UINavigationController
      #expect((frame?.topViewController as? NoteController)?.text == "segue, prepared")
      board.modelUserStartsSegue("plain", sender: nil)
      #expect(board.calls == ["presentNote"])
      #expect(board.error == nil)
      _ = screen
    }

    @Test func `an unprepared segue is reported`() async throws {
      let (screen, board) = try board()
      board.prepares = false
      let shown = try screen.registry.perform(to: .note, path: .segue("plain", from: board))
      await #expect {
        try await shown.completed()
      } throws: {
        "\($0)" == """
          BoardController performed the segue 'plain' without preparing its destination [segueNotPerformed]
              To fix: call Router.prepare(for:sender:) in its prepare(for:sender:)
          """
      }
    }

    @Test func `a segue that UIKit refuses is reported`() async throws {
      let screen = try Screen()
      let (lower, board) = (PlainController(), BoardController(screen.registry))
      screen.list.present(lower, animated: false)
      lower.present(board, animated: false)
      screen.list.dismiss(animated: true)
      let shown = try screen.registry.perform(to: .note, path: .segue("presentNote", from: board))
      try #require(shown.state == .unrouted)
      await #expect {
        try await shown.completed()
      } throws: {
        "\($0)".hasPrefix(
          """
          UIKit did not show UINavigationController from BoardController, because PlainController is being dismissed
          """)
      }
      await settle()
    }

    @Test func `a destination of another type is an error`() async throws {
      let (screen, board) = try board()
      let shown = try screen.registry.perform(to: .note, path: .segue("plain", from: board))
      #expect(shown.state == .unrouted)
      #expect(board.error?.code == .destinationMismatch)
    }

    @Test func `a removal dismisses the destination's container`() async throws {
      let (screen, board) = try board()
      let shown = try screen.registry.perform(to: .note, path: .segue("presentNote", from: board))
      await settle()
      try shown.remove()
      await settle()
      #expect(board.presentedViewController == nil)
      #expect(shown.state == .removed)
    }

    @Test func `a segue follows the request's animation`() async throws {
      let (screen, board) = try board()
      let animated = try screen.registry.perform(to: .note, path: .segue("presentNote", from: board))
      #expect(animated.state == .routing)
      await settle()
      try animated.remove { $0.animated = false }
      let shown = try screen.registry.perform(to: .note, path: .segue("presentNote", from: board)) {
        $0.animated = false
      }
      #expect(shown.state == .routed)
    }

    @Test func `a failed segue doesn't affect the next one`() async throws {
      let (screen, board) = try board()
      board.prepares = false
      _ = try screen.registry.perform(to: .note, path: .segue("presentNote", from: board)) {
        $0.animated = false
        $0.prepareDestination = { $0.text = "stale" }
      }
      board.prepares = true
      board.dismiss(animated: false)
      board.modelUserStartsSegue("presentNote", sender: nil)
      await settle()
      let frame = board.presentedViewController as? UINavigationController
      #expect((frame?.topViewController as? NoteController)?.text == "segue, prepared")
      #expect(board.error == nil)
    }

    @Test func `preparing a segue twice is harmless`() async throws {
      let (screen, board) = try board()
      board.preparesTwice = true
      let shown = try screen.registry.perform(to: .note, path: .segue("showNote", from: board)) {
        $0.prepareDestination = { $0.text += ", caller" }
      }
      await settle()
      #expect(shown.destination?.text == "segue, prepared")
      #expect(board.error == nil)
    }

    @Test func `other segues don't get the caller's preparation`() async throws {
      let (screen, board) = try board()
      let (first, second) = (NoteController(), NoteController())
      board.others = [
        UIStoryboardSegue(identifier: "other", source: board, destination: first),
        UIStoryboardSegue(identifier: "showNote", source: PlainController(), destination: second),
      ]
      let shown = try screen.registry.perform(to: .note, path: .segue("showNote", from: board)) {
        $0.prepareDestination = { $0.text += ", caller" }
      }
      await settle()
      #expect([first.text, second.text] == ["segue, prepared", "segue, prepared"])
      #expect(shown.destination?.text == "segue, caller, prepared")
    }

    @Test func `errors of preparations are reported`() throws {
      let (screen, board) = try board()
      struct Refusal: Error, CustomStringConvertible { var description: String { "no" } }
      let note = UIStoryboardSegue(identifier: "x", source: board, destination: NoteController())
      let plain = UIStoryboardSegue(identifier: "x", source: board, destination: PlainController())
      let refused = failure {
        try screen.registry.prepare(for: note, sender: nil) { (_: NoteController) in throw Refusal() }
      }
      #expect(refused?.description == "the preparation of NoteController failed: no [preparationFailed]")
      #expect(refused?.underlying is Refusal)
      let own = RouteError(.refused, "ours")
      #expect(
        failure { try screen.registry.prepare(for: note, sender: nil) { (_: NoteController) in throw own } }
          == own)
      let unmade = failure {
        try screen.registry.prepare(for: plain, sender: nil) { (_: PlainController) in }
      }
      #expect(unmade?.code == .unregistered)
      try screen.registry.prepare(for: plain, sender: nil)
    }

    @Test func `the current registry prepares segues`() throws {
      let (screen, board) = try board()
      Registry.install(screen.registry)
      let note = NoteController()
      let segue = UIStoryboardSegue(identifier: "x", source: board, destination: note)
      try Router.prepare(for: segue, sender: nil) { (note: NoteController) in note.text = "router" }
      #expect(note.text == "router, prepared")
      try Router.prepare(for: segue, sender: nil)
      #expect(note.text == "router, prepared, prepared")
    }
  }
}
