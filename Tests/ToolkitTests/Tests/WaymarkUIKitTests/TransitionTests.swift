import Testing
import UIKit
import Waymark
import WaymarkUIKit

extension UIKitTests {
  @Suite @MainActor struct TransitionTests {
    private func yield() async {
      for _ in 0..<20 { await Task.yield() }
    }

    @Test func `a canceled push fails`() async throws {
      let screen = try Screen()
      var shown: ActiveRoute<any (UIViewController & NoteInput)>? = try screen.registry.perform(
        to: .note, path: .push(from: screen.list))
      weak let controller = shown?.destination
      screen.navigation.modelUserTakesTransitionBack()
      #expect(shown?.state == .unrouted)
      await #expect {
        try await shown?.completed()
      } throws: {
        "\($0)" == """
          the transition was canceled [actionFailed]
              To fix: try again
          """
      }
      await settle()
      shown = nil
      #expect(controller == nil)
      let next = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      #expect(next.state == .routed)
    }

    @Test func `a canceled removal fails`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      try shown.remove()
      screen.navigation.modelUserTakesTransitionBack()
      await settle()
      #expect(shown.state == .routed)
      #expect(screen.navigation.topViewController === shown.destination)
      try shown.remove()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a view removed early in a transition is reported at its end`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.list)) {
        $0.animated = false
      }
      screen.navigation.popToRootViewController(animated: true)
      // A transition of the application's own may remove the view before it ends.
      shown.destination?.view.removeFromSuperview()
      await yield()
      #expect(shown.state == .routed)
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a transition prevents removals`() async throws {
      let screen = try Screen()
      let first = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      let second = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      #expect(first.canRemove == false)
      await settle()
      #expect(first.canRemove)
      try second.remove()
      await settle()
      screen.navigation.viewControllers = [try #require(first.destination)]
      #expect(first.canRemove == false)
      let sheet = try screen.registry.perform(to: .note, path: .sheet(from: screen.navigation))
      await settle()
      #expect(sheet.canRemove)
      sheet.destination?.modelUserPullsDown()
      #expect(sheet.canRemove == false)
      await settle()
      #expect(sheet.state == .removed)
    }

    @Test func `an answer during a push removes nothing`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      shown.destination?.mayLeave = true
      screen.navigation.modelUserTapsBack()
      let above = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await yield()
      #expect(screen.navigation.viewControllers.count == 3)
      await settle()
      #expect([shown.state, above.state] == [.routed, .routed])
    }

    @Test func `an answer during a dismissal doesn't dismiss again`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .present(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      guarded.mayLeave = true
      guarded.modelUserPullsDown()
      screen.list.dismiss(animated: true)
      await yield()
      #expect(guarded.questions == 1)
      await settle()
      #expect(shown.state == .removed)
      #expect(guarded.disappearances == 1)
    }

    @Test(arguments: [RoutePath.Kind.push, .present, .show])
    func `a removal without animation completes at once`(_ kind: RoutePath.Kind) async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .custom(kind, from: screen.list)) {
        $0.animated = false
      }
      #expect(shown.state == .routed)
      try shown.remove { $0.animated = false }
      #expect(shown.state == .removed)
      #expect(ModelAnimations.count == 0)
    }

    @Test func `changes during a transition are errors`() async throws {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.navigation.pushViewController(board, animated: false)
      let note = try screen.registry.perform(to: .note, path: .present(from: board, style: .fullScreen))
      func text(_ path: RoutePath) -> String? {
        failure { try screen.registry.perform(to: .note, path: path) }.map { "\($0)" }
      }
      let remedy =
        "To fix: await completed() or removed() of the change before\n        or: show without animation"
      #expect(
        text(.present(from: try #require(note.destination))) == """
          NoteController is still in a transition [unbalancedTransition]
              \(remedy)
          """)
      await settle()
      try note.remove()
      await settle()
      _ = try screen.registry.perform(to: .note, path: .push(from: board))
      #expect(
        text(.show(from: board)) == """
          BoardController is still in a transition [unbalancedTransition]
              \(remedy)
          """)
      #expect(
        text(.segue("showNote", from: board)) == """
          BoardController is still in a transition [unbalancedTransition]
              \(remedy)
          """)
      await settle()
    }
  }
}
