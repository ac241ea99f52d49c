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

final class NoteController: UIViewController, NoteInput {
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
final class Framed: UIViewController {}
final class Linked: UIViewController {}
final class Guarded: UIViewController {
  var mayLeave = false
  var questions = 0
  var disappearances = 0
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    disappearances += 1
  }
}
final class BadgeView: UIView, BadgeInput { var count = 0 }
final class PlainController: UIViewController {}

struct NoteModule: RouteModule {
  var routes: Routes {
    Route(NoteController.self) {
      View(.note)
    } make: {
      NoteController()
    } prepare: { note, _ in
      note.text += ", prepared"
    }
    Route(Framed.self) {
      View(.framed)
      Wrapped { UINavigationController(rootViewController: $0) }
    } make: {
      Framed()
    }
    Route(Linked.self) {
      View(.linked)
      URLPattern("notes://linked")
    } make: {
      Linked()
    }
    Route(Guarded.self) {
      View(.guarded)
      Leaves { guarded in
        guarded.questions += 1
        return guarded.mayLeave ? .proceed : .stay
      }
    } make: {
      Guarded()
    }
    Route(BadgeView.self) {
      View(.badge)
    } make: {
      BadgeView()
    }
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
}

/// Lets all tasks run that are ready, and ends all animations.
@MainActor func settle() async {
  for _ in 0..<20 {
    await Task.yield()
    ModelAnimations.finishAll()
  }
}

/// Returns the error that a closure throws.
@MainActor func failure(_ body: () throws -> Void) -> RouteError? {
  do {
    try body()
    return nil
  } catch {
    return error as? RouteError
  }
}
