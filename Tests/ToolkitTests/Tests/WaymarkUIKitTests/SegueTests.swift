import PresenterWalk
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
      "showNote": { Self.segue($0, $1, to: NoteController()) { $0.show($1, sender: nil) } },
      "presentNote": {
        Self.segue($0, $1, to: UINavigationController(rootViewController: NoteController()), Self.cover)
      },
      "presentGuarded": { Self.segue($0, $1, to: Guarded(), Self.cover) },
      "plain": { Self.segue($0, $1, to: PlainController()) { _, _ in } },
    ]).modelAdd(self)
  }
  required init?(coder: NSCoder) { nil }

  private static func segue(
    _ identifier: String, _ source: UIViewController, to destination: UIViewController,
    _ show: @escaping @MainActor (UIViewController, UIViewController) -> Void
  ) -> UIStoryboardSegue {
    UIStoryboardSegue(identifier: identifier, source: source, destination: destination) {
      show(source, destination)
    }
  }

  private static func cover(_ source: UIViewController, _ destination: UIViewController) {
    source.present(destination, animated: UIView.areAnimationsEnabled)
  }

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
    private let screen: Screen
    private let board: BoardController

    init() throws {
      screen = try Screen()
      board = BoardController(screen.registry)
      screen.navigation.pushViewController(board, animated: false)
    }

    @Test func `the class for Objective-C pushes a route and prepares a segue`() async throws {
      let registry = try Registry { MemoModule() }
      try Registry.withCurrent(registry) { try MemoScreens.pushMemo("milk", from: screen.list) }
      await settle()
      let memo = try #require(screen.navigation.topViewController as? MemoController)
      #expect(memo.text == "milk")
      let segue = UIStoryboardSegue(
        identifier: "showMemo", source: screen.list, destination: MemoController())
      try Registry.withCurrent(registry) { try MemoScreens.prepare(for: segue, sender: nil) }
    }

    @Test func `a performed segue makes and shows the destination`() async throws {
      let shown = try screen.registry.perform(to: .note, path: .segue("showNote", from: board, sender: nil)) {
        $0.prepareDestination = { $0.text += ", caller" }
      }
      #expect(shown.state == .routing)
      await settle()
      #expect(try await shown.completed().text == "segue, caller, prepared")
      #expect(screen.navigation.topViewController === shown.destination)
      try await remove(shown)
      #expect(screen.navigation.topViewController === board)
      #expect(shown.state == .removed)
    }

    @Test func `a segue's destination may be inside a container`() async throws {
      let animated = try screen.registry.perform(to: .note, path: .segue("presentNote", from: board))
      #expect(animated.state == .routing)
      await settle()
      try await remove(animated)
      #expect(animated.state == .removed && board.presentedViewController == nil)
      let (shown, note) = try screen.showAtOnce(.note, .segue("presentNote", from: board))
      #expect(shown.state == .routed && note.text == "segue, prepared")
      await pullDown(try #require(board.presentedViewController))
      #expect(shown.state == .removed)
    }

    @Test func `an unprepared segue is reported, and doesn't affect one that the user starts`() async throws {
      board.prepares = false
      let shown = try screen.registry.perform(to: .note, path: .segue("presentNote", from: board)) {
        $0.animated = false
        $0.prepareDestination = { $0.text = "stale" }
      }
      let error = await #expect(throws: RouteError.self) { try await shown.completed() }
      #expect(
        error?.presenterText == """
          BoardController performed the segue 'presentNote' without preparing its destination [segueNotPerformed]
              To fix: call Router.prepare(for:sender:) in its prepare(for:sender:)
          """)
      board.prepares = true
      board.dismiss(animated: false)
      board.modelUserStartsSegue("presentNote", sender: nil)
      await settle()
      let frame = board.presentedViewController as? UINavigationController
      #expect((frame?.topViewController as? NoteController)?.text == "segue, prepared")
      // The closure prepares no other interface.
      board.modelUserStartsSegue("plain", sender: nil)
      #expect(board.calls == ["presentNote"] && board.error == nil)
    }

    @Test func `a segue that UIKit refuses is reported`() async throws {
      let (lower, board) = (PlainController(), BoardController(screen.registry))
      screen.list.present(lower, animated: false)
      lower.present(board, animated: false)
      screen.list.dismiss(animated: true)
      let shown = try screen.registry.perform(to: .note, path: .segue("presentNote", from: board))
      try #require(shown.state == .unrouted)
      let error = await #expect(throws: RouteError.self) { try await shown.completed() }
      #expect(
        error?.message
          == "UIKit did not show UINavigationController from BoardController, because PlainController is being dismissed"
      )
      await settle()
    }

    @Test func `a destination of another type is an error`() async throws {
      let shown = try screen.registry.perform(to: .note, path: .segue("plain", from: board))
      #expect(shown.state == .unrouted)
      #expect(board.error?.code == .destinationMismatch)
    }

    @Test func `preparing a segue twice is harmless`() async throws {
      board.preparesTwice = true
      let shown = try screen.registry.perform(to: .note, path: .segue("showNote", from: board)) {
        $0.prepareDestination = { $0.text += ", caller" }
      }
      await settle()
      #expect(shown.destination?.text == "segue, prepared")
      #expect(board.error == nil)
    }

    @Test func `other segues don't get the caller's preparation`() async throws {
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
      struct Refusal: Error, CustomStringConvertible { var description: String { "no" } }
      let note = UIStoryboardSegue(identifier: "x", source: board, destination: NoteController())
      let plain = UIStoryboardSegue(identifier: "x", source: board, destination: PlainController())
      let refused = #expect(throws: RouteError.self) {
        try screen.registry.prepare(for: note, sender: nil) { (_: NoteController) in throw Refusal() }
      }
      #expect(refused?.description == "the preparation of NoteController failed: no [preparationFailed]")
      #expect(refused?.underlying is Refusal)
      let own = RouteError(.refused, "ours")
      #expect(throws: own) {
        try screen.registry.prepare(for: note, sender: nil) { (_: NoteController) in throw own }
      }
      let unmade = #expect(throws: RouteError.self) {
        try screen.registry.prepare(for: plain, sender: nil) { (_: PlainController) in }
      }
      #expect(unmade?.code == .unregistered)
      try screen.registry.prepare(for: plain, sender: nil)
    }

    @Test func `the current registry prepares segues`() throws {
      let note = NoteController()
      let segue = UIStoryboardSegue(identifier: "x", source: board, destination: note)
      try Registry.withCurrent(screen.registry) {
        try Router.prepare(for: segue, sender: nil) { (note: NoteController) in note.text = "router" }
        try Router.prepare(for: segue, sender: nil)
      }
      #expect(note.text == "router, prepared, prepared")
    }
  }
}
