import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@MainActor protocol HomeInput: AnyObject {}
@MainActor protocol LoginInput: AnyObject {}

extension RoutableView<any HomeInput> { static var home: Self { declared() } }
extension RoutableView<any LoginInput> { static var login: Self { declared() } }

/// A screen of the small application for tests of navigators.
@MainActor final class NamedScreen: HomeInput, LoginInput, PreviewInput {
  let name: String
  var isEdited = false
  init(_ name: String) { self.name = name }
}

/// A small application with folders and notes, and a window.
@MainActor
final class NavigatedApplication {
  typealias Decide = @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision

  let window = ScriptedWindow()
  let log = Log()
  let registry: Registry
  var presenter: ScriptedPresenter { window.presenter }
  /// The names of the screens in the window, beginning with the lowest.
  var shown: [String] { presenter.shown.compactMap { ($0.destination as? NamedScreen)?.name } }
  /// The calls of the presenter that show or remove a view, or select a tab.
  var calls: [String] { presenter.calls.filter { !$0.hasPrefix("validate") } }

  init(decide: @escaping Decide = { _ in .proceed }) throws {
    let log = log
    registry = try Registry {
      Observes { log.append("\($0.phase.word) \(($0.destination as? NamedScreen)?.name ?? "nothing")") }
      Route(NamedScreen.self) {
        RoutableView(.home)
        Identifier("home")
        URLPattern("notes://home")
      } make: {
        NamedScreen("home")
      }
      Route(NamedScreen.self) {
        RoutableView(.login)
      } make: {
        NamedScreen("login")
      }
      Route(NamedScreen.self) {
        RoutableView<any PreviewInput>.as { $0 }
        URLPattern("notes://folder/:folder", through: "notes://home")
      } make: { routes in
        NamedScreen("folder \(routes.parameters?["folder"] ?? "")")
      }
      Route(NamedScreen.self) {
        RoutableView<any EditorInput>.as { _ in Editor() }
        URLPattern("notes://folder/:folder/note/:id", through: "notes://folder/:folder")
        Leaves { screen in
          log.append("asked \(screen.name)")
          return screen.isEdited ? .stay : .proceed
        }
        Intercepts { try await decide($0) }
      } make: { routes in
        NamedScreen("note \(routes.parameters?["id"] ?? "")")
      }
    }
  }

  func screen(_ index: Int) throws -> NamedScreen {
    guard let screen = presenter.shown[index].destination as? NamedScreen else {
      throw Failure(description: "no screen")
    }
    return screen
  }

  /// Waits for a condition, and records an issue if it doesn't become true.
  func wait(sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) async {
    for _ in 0..<1_000 where !condition() { await Task.yield() }
    // On a busy machine, the tasks on other threads take longer than these turns of the main actor.
    let isTrue = try? await becomesTrue { condition() }
    #expect(isTrue == true, sourceLocation: sourceLocation)
  }

  /// Waits until a number of completions are pending.
  func pending(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async {
    await wait(sourceLocation: sourceLocation) { presenter.waiting.count >= count }
  }
}
