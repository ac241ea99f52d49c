import Testing
import UIKit
import Waymark
import WaymarkUIKit

final class UsersDelegate: NSObject, UIAdaptivePresentationControllerDelegate {
  var calls: [String] = []
  var allows = true
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
    .none
  }
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
    calls.append("should")
    return allows
  }
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
    calls.append("will")
  }
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    calls.append("did")
  }
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
    calls.append("attempt")
  }
  override func responds(to selector: Selector!) -> Bool { selector == "presentationControllerWillDismiss:" }
}

extension UIKitTests {
  /// Where a view with `Leaves` is, or the screen of which it's a part.
  enum Place {
    case pushed, segue, partOfPushed, partOfOwnScreen, partAddedEarly

    @MainActor func show(on screen: Screen) async throws -> ActiveRoute<Guarded> {
      switch self {
      case .pushed: return try await screen.push(.guarded).route
      case .segue:
        let board = BoardController(screen.registry)
        screen.navigation.pushViewController(board, animated: false)
        return try await screen.show(.guarded, .segue("presentGuarded", from: board)).route
      case .partOfPushed:
        let note = try await screen.push(.note).view
        return try await screen.show(.guarded, .addChild(to: note)).route
      case .partOfOwnScreen, .partAddedEarly:
        let own = PlainController()
        if self == .partOfOwnScreen { screen.navigation.pushViewController(own, animated: false) }
        let part = try await screen.show(.guarded, .addChild(to: own)).route
        if self == .partAddedEarly { screen.navigation.pushViewController(own, animated: false) }
        await settle()
        return part
      }
    }

    /// Leaves as the user does.
    @MainActor func leave(_ screen: Screen, withSwipeOn view: UIView?) async {
      switch self {
      case .pushed, .partOfPushed: #expect(await screen.swipe(on: view) == false)
      case .partOfOwnScreen, .partAddedEarly: await screen.tapBack()
      case .segue: await pullDown(screen.navigation.presentedViewController ?? screen.navigation)
      }
    }
  }

  @Suite @MainActor struct LeavingTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    /// The random walk also goes back and pulls sheets down, with and without parts.
    @Test(arguments: [Place.pushed, .segue, .partOfPushed, .partOfOwnScreen, .partAddedEarly])
    func `the user's action asks the route first`(place: Place) async throws {
      let shown = try await place.show(on: screen)
      let guarded = try #require(shown.destination)
      let top = try #require(screen.navigation.topViewController)
      // A swipe begins at the edge, and since iOS 26 also on the content.
      await place.leave(screen, withSwipeOn: nil)
      #expect(guarded.questions == 1 && shown.state == .routed)
      await place.leave(screen, withSwipeOn: top.view)
      #expect(guarded.questions == 2 && shown.state == .routed)
      #expect(screen.navigation.topViewController === top)
      guarded.mayLeave = true
      await place.leave(screen, withSwipeOn: nil)
      #expect(guarded.questions == 3 && shown.state == .removed)
      #expect(screen.navigation.presentedViewController == nil)
      #expect(place == .segue || screen.navigation.viewControllers == [screen.list])
      #expect(top.navigationItem.backAction == nil)
    }

    @Test(arguments: [true, false])
    func `an application's back action stays`(isSetFirst: Bool) async throws {
      let action = UIAction(identifier: UIAction.Identifier("own")) { _ in }
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list)) {
        if isSetFirst { $0.prepareDestination = { $0.navigationItem.backAction = action } }
      }
      await settle()
      let guarded = try #require(shown.destination)
      if !isSetFirst { guarded.navigationItem.backAction = action }
      #expect(guarded.navigationItem.backAction?.identifier == action.identifier)
      try await remove(shown)
      #expect(guarded.navigationItem.backAction?.identifier == action.identifier)
    }

    @Test(arguments: [true, false])
    func `the application's delegate gets its calls`(isSetDuringLoading: Bool) async throws {
      let delegate = UsersDelegate()
      let path = RoutePath.sheet(from: screen.list) { if !isSetDuringLoading { $0.delegate = delegate } }
      let shown = try screen.registry.perform(to: .guarded, path: path) {
        if isSetDuringLoading {
          $0.prepareDestination = { guarded in
            guarded.onLoad = { $0.presentationController?.delegate = delegate }
          }
        }
      }
      await settle()
      let guarded = try #require(shown.destination)
      let presentation = try #require(guarded.presentationController)
      await pullDown(guarded)
      #expect(delegate.calls == ["should", "attempt"])
      #expect(guarded.questions == 1)
      delegate.allows = false
      await pullDown(guarded)
      #expect(delegate.calls == ["should", "attempt", "should", "attempt"])
      #expect(guarded.questions == 1)
      delegate.allows = true
      guarded.mayLeave = true
      await pullDown(guarded)
      #expect(shown.state == .removed)
      #expect(presentation.delegate === delegate)
      #expect(delegate.calls.suffix(4) == ["should", "attempt", "will", "did"])
    }

    @Test func `a delegate set later gets its calls`() async throws {
      let (shown, guarded) = try await screen.present(.guarded)
      let presentation = try #require(guarded.presentationController)
      let delegate = UsersDelegate()
      presentation.delegate = delegate
      await pullDown(guarded)
      #expect(delegate.calls == ["should", "will", "did"])
      #expect(shown.state == .removed && presentation.delegate === delegate)
    }

    @Test(arguments: [CGPoint(x: -100, y: 0), CGPoint(x: 10, y: 100), CGPoint(x: 10, y: -100)])
    func `other pans don't ask the route`(_ velocity: CGPoint) async throws {
      let guarded = try await screen.push(.guarded).view
      #expect(await screen.swipe(on: guarded.view, velocity: velocity) == false)
      #expect(guarded.questions == 0)
    }

    @Test func `the swipe's direction follows the text direction`() async throws {
      final class RightToLeftView: UIView {
        override var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .rightToLeft }
      }
      screen.navigation.view = RightToLeftView()
      screen.navigation.viewDidLoad()
      screen.window.rootViewController = screen.navigation
      let guarded = try await screen.push(.guarded).view
      #expect(await screen.swipe(on: guarded.view, velocity: CGPoint(x: 100, y: 0)) == false)
      #expect(guarded.questions == 0)
      #expect(await screen.swipe(on: guarded.view, velocity: CGPoint(x: -100, y: 0)) == false)
      #expect(await screen.swipe() == false)
      #expect(guarded.questions == 2)
    }

    @Test func `a pan in the content comes before the swipe`() async throws {
      let guarded = try await screen.push(.guarded).view
      let carousel = UIView()
      carousel.addGestureRecognizer(UIPanGestureRecognizer())
      guarded.view.addSubview(carousel)
      #expect(await screen.swipe(on: carousel) == false)
      #expect(guarded.questions == 0)
      // At the edge, the swipe comes first.
      #expect(await screen.swipe() == false)
      #expect(guarded.questions == 1)
    }

    @Test func `the guard's pan waits only for pans in the content`() async throws {
      let guarded = try await screen.push(.guarded).view
      let bar = screen.navigation.view ?? UIView()
      let guards = (bar.gestureRecognizers ?? []).filter { $0.delegate != nil }
      let (edge, content) = (try #require(guards.first), try #require(guards.last))
      func waits(_ gesture: UIGestureRecognizer, for other: UIGestureRecognizer, on view: UIView) -> Bool {
        view.addGestureRecognizer(other)
        return gesture.delegate?.gestureRecognizer(gesture, shouldRequireFailureOf: other) == true
      }
      #expect(waits(content, for: UIPanGestureRecognizer(), on: guarded.view))
      #expect(!waits(content, for: UIGestureRecognizer(), on: guarded.view))
      #expect(!waits(content, for: UIPanGestureRecognizer(), on: bar))
      #expect(!waits(content, for: UIPanGestureRecognizer(), on: UIView()))
      #expect(!waits(edge, for: UIPanGestureRecognizer(), on: guarded.view))
      // Nor do pans in the content wait for a guard.
      let pan = UIPanGestureRecognizer()
      for gesture in guards {
        #expect(gesture.delegate?.gestureRecognizer(gesture, shouldBeRequiredToFailBy: pan) == false)
      }
    }

    @Test(arguments: [RoutePath.Kind.push, .show])
    func `Waymark stops a swipe that interrupts a push`(kind: RoutePath.Kind) async throws {
      let shown = try screen.registry.perform(to: .guarded, path: .custom(kind, from: screen.list))
      let guarded = try #require(shown.destination)
      #expect(await screen.swipe(on: guarded.view) == false)
      #expect(shown.state == .routed)
      #expect(guarded.questions == 0)
      let note = try screen.registry.perform(to: .note, path: .push(from: guarded))
      #expect(screen.navigation.modelUserBeginsSwipe(on: try #require(note.destination?.view)))
      await settle()
      #expect([shown.state, note.state] == [.routed, .unrouted])
    }

    @Test func `a navigation controller has one guard`() async throws {
      var gestures: [UIGestureRecognizer] { screen.navigation.view.gestureRecognizers ?? [] }
      let before = gestures
      let first = try await screen.push(.guarded).route
      // They stay the same, because the user may be using one.
      let during = gestures
      #expect(before.count == 2 && during.count == 4)
      for _ in 0..<3 {
        let second = try await screen.push(.guarded).route
        #expect(gestures == during)
        try await remove(second)
        #expect(gestures == during)
      }
      // It lets the user swipe away an unguarded screen above.
      let above = try await screen.push(.note).route
      await screen.swipeBack()
      #expect([first.state, above.state] == [.routed, .removed])
      #expect(first.destination?.questions == 0)
      #expect(await screen.swipe() == false)
      #expect(first.destination?.questions == 1)
      try await remove(first)
      #expect(gestures == before)
      try await screen.push(.guarded)
      #expect(gestures.count == during.count)
    }

    @Test func `the back button's menu doesn't ask the route`() async throws {
      let below = try await screen.push(.guarded).route
      let above = try await screen.push(.guarded).route
      let guarded = try [#require(below.destination), #require(above.destination)]
      screen.navigation.modelUserPicksFromBackMenu(0)
      await settle()
      #expect([below.state, above.state] == [.removed, .removed])
      #expect(guarded.map(\.questions) == [0, 0])
    }

    @Test func `the other calls reach the application's delegate`() async throws {
      let delegate = UsersDelegate()
      let guarded = try await screen.show(.guarded, .popover(from: screen.list) { $0.delegate = delegate })
        .view
      let presentation = try #require(guarded.presentationController)
      let between = try #require(presentation.delegate)
      #expect(between !== delegate)
      between.presentationControllerWillDismiss(presentation)
      between.presentationControllerDidDismiss(presentation)
      #expect(delegate.calls == ["will", "did"])
      #expect(between.adaptivePresentationStyle(for: presentation) == .none)
      #expect(between.responds(to: "presentationControllerWillDismiss:"))
      #expect(!between.responds(to: "presentationControllerDidDismiss:"))
      presentation.delegate = nil
      let other = try Screen()
      let plain = try #require(
        try await other.show(.guarded, .popover(from: other.list)).view.presentationController)
      #expect(plain.delegate?.adaptivePresentationStyle(for: plain) == .popover)
      // A view without `Leaves` needs no delegate.
      let third = try Screen()
      #expect(try await third.present(.note).view.presentationController?.delegate == nil)
    }

    @Test func `a gesture that the application refuses doesn't ask the route`() async throws {
      let guarded = try await screen.present(.guarded).view
      await pullDown(guarded)
      #expect(guarded.questions == 1)
      guarded.isModalInPresentation = true
      await pullDown(guarded)
      #expect(guarded.questions == 1)
    }

    @Test func `the bottom screen stays on the stack`() async throws {
      let (shown, guarded) = try await screen.push(.guarded)
      guarded.mayLeave = true
      screen.navigation.viewControllers = [guarded]
      await screen.tapBack()
      #expect(shown.state == .routed)
    }
  }
}
