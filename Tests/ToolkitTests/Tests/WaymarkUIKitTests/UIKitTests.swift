import PresenterWalk
import Testing
import UIKit
import Waymark
import WaymarkUIKit

/// All tests of UIKit's presenter.
///
/// They share the pending animations of the model, so only one runs at a time.
@Suite(.serialized) @MainActor struct UIKitTests {}

@MainActor protocol NoteInput: AnyObject { var text: String { get set } }
@MainActor protocol BadgeInput: AnyObject { var count: Int { get set } }

extension RoutableView<any (UIViewController & NoteInput)> { static var note: Self { declared() } }
extension RoutableView<Framed> { static var framed: Self { declared() } }
extension RoutableView<Linked> { static var linked: Self { declared() } }
extension RoutableView<Guarded> { static var guarded: Self { declared() } }
extension RoutableView<any (UIView & BadgeInput)> { static var badge: Self { declared() } }

final class NoteController: UIViewController, NoteInput, ViewDestination {
  var text = ""
  var calls: [String] = []
  override func willMove(toParent parent: UIViewController?) {
    calls.append("willMove \(parent.map { "\(type(of: $0))" } ?? "nil")")
  }
  override func didMove(toParent parent: UIViewController?) {
    calls.append("didMove \(parent.map { "\(type(of: $0))" } ?? "nil")")
  }
  override func loadView() {
    calls.append("loadView")
    super.loadView()
  }
}
final class Framed: UIViewController, ViewDestination {}
final class Linked: UIViewController, ViewDestination {}
final class Guarded: UIViewController, WalkScreen {
  var mayLeave = false
  var questions = 0
  var disappearances = 0
  var onLoad: (UIViewController) -> Void = { _ in }
  var onAppear: (UIViewController) -> Void = { _ in }
  override func viewDidLoad() {
    super.viewDidLoad()
    onLoad(self)
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    onAppear(self)
  }
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    disappearances += 1
  }
}
final class BadgeView: UIView, BadgeInput, ViewDestination { var count = 0 }
final class PlainController: UIViewController, ViewDestination {}

struct NoteModule: RouteModule {
  var routes: Routes {
    Route(NoteController.self) {
      View(.note)
    } prepare: { note, _ in
      note.text += ", prepared"
    }
    Route(Framed.self) {
      View(.framed)
      Wrapped { UINavigationController(rootViewController: $0) }
    }
    Route(Linked.self) {
      View(.linked)
      URLPattern("notes://linked")
    }
    Route(Guarded.self) {
      View(.guarded)
      Leaves { $0.answer() }
    }
    Route(BadgeView.self) { View(.badge) }
  }
}

/// A window with a navigation controller and its list.
@MainActor final class Screen {
  let scene = UIWindowScene()
  let list = PlainController()
  let navigation: UINavigationController
  let window: UIWindow
  let registry: Registry

  init() throws {
    registry = try Registry { NoteModule() }
    navigation = UINavigationController(rootViewController: list)
    window = UIWindow(windowScene: scene)
    window.rootViewController = navigation
    window.makeKeyAndVisible()
  }

  /// Shows a destination, and ends the animation.
  @discardableResult
  func show<D>(_ token: RoutableView<D>, _ path: RoutePath) async throws -> (route: ActiveRoute<D>, view: D) {
    try await registry.show(token, path)
  }

  /// Shows a destination without animation.
  @discardableResult
  func showAtOnce<D>(_ token: RoutableView<D>, _ path: RoutePath) throws -> (route: ActiveRoute<D>, view: D) {
    try registry.showAtOnce(token, path)
  }

  /// Pushes a destination above the topmost one.
  @discardableResult
  func push<D>(_ token: RoutableView<D>) async throws -> (route: ActiveRoute<D>, view: D) {
    try await show(token, .push(from: list))
  }

  /// Presents a destination above the list.
  @discardableResult
  func present<D>(_ token: RoutableView<D>) async throws -> (route: ActiveRoute<D>, view: D) {
    try await show(token, .present(from: list))
  }

  /// Taps the back button as the user does.
  func tapBack() async {
    navigation.modelUserTapsBack()
    await settle()
  }

  /// Returns whether a swipe of the user begins a pop, from the edge or on a view.
  func swipe(on view: UIView? = nil, velocity: CGPoint = CGPoint(x: 100, y: 10)) async -> Bool {
    let begins =
      view.map { navigation.modelUserBeginsSwipe(on: $0, velocity: velocity) }
      ?? navigation.modelUserBeginsSwipe()
    await settle()
    return begins
  }

  /// Swipes back from the edge to the other side.
  func swipeBack() async {
    #expect(await swipe())
    navigation.modelUserEndsSwipe(isCancelled: false)
    await settle()
  }
}

extension Registry {
  /// Shows a destination, and ends the animation.
  @MainActor @discardableResult
  func show<D>(_ token: RoutableView<D>, _ path: RoutePath) async throws -> (route: ActiveRoute<D>, view: D) {
    let shown = try perform(to: token, path: path)
    await settle()
    return (shown, try #require(shown.destination))
  }

  /// Shows a destination without animation.
  @MainActor @discardableResult
  func showAtOnce<D>(_ token: RoutableView<D>, _ path: RoutePath) throws -> (route: ActiveRoute<D>, view: D) {
    let shown = try perform(to: token, path: path) { $0.animated = false }
    return (shown, try #require(shown.destination))
  }
}

/// Removes what a route shows, and ends the animation.
@MainActor func remove<D>(_ route: ActiveRoute<D>) async throws {
  try route.remove()
  await settle()
}

/// Pulls a presented controller down as the user does.
@MainActor func pullDown(_ controller: UIViewController) async {
  controller.modelUserPullsDown()
  await settle()
}

/// Lets all tasks run that are ready, and ends all animations.
///
/// A task that continues on the main actor waits for another thread first, which a busy machine may delay.
@MainActor func settle() async {
  for turn in 0..<40 {
    if turn == 20 { try? await Task.sleep(for: .milliseconds(1)) }
    await Task.yield()
    ModelAnimations.finishAll()
  }
}
