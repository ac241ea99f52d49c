import Foundation
import Observation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor protocol HomeInput: AnyObject {}
@MainActor protocol LoginInput: AnyObject {}
@MainActor protocol GuardedInput: AnyObject {}

extension RoutableView<any HomeInput> { static var home: Self { declared() } }
extension RoutableView<any LoginInput> { static var login: Self { declared() } }
extension RoutableView<any GuardedInput> {
  static var secret: Self { declared() }
  static var detail: Self { declared() }
  static var form: Self { declared() }
  static var refused: Self { declared() }
  static var child: Self { declared() }
  static var lost: Self { declared() }
  static var terms: Self { declared() }
  static var draft: Self { declared() }
  static var account: Self { declared() }
  static var shown: Self { declared() }
}

/// A screen of the small applications for tests of navigators.
@MainActor final class NamedScreen: HomeInput, LoginInput, PreviewInput, GuardedInput {
  let name: String
  var isEdited = false
  init(_ name: String) { self.name = name }
}

/// A route of screens with a name, which a parameter of their URL follows.
func screens<Requested>(
  _ name: String, _ token: RoutableView<Requested>, _ url: String? = nil, through parent: String? = nil,
  showing parameter: String = "", intercepts: Intercepts? = nil, leaves: Leaves<NamedScreen>? = nil,
  reuses: Reuses<NamedScreen>? = nil, supports: Supports? = nil, identifier: String? = nil,
  alsoAt other: String? = nil,
  fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(NamedScreen.self, fileID: fileID, line: line) {
    token
    if let identifier { Identifier(identifier) }
    if let url { URLPattern(url, through: parent) }
    if let other { URLPattern(other) }
    if let intercepts { intercepts }
    if let leaves { leaves }
    if let reuses { reuses }
    if let supports { supports }
  } make: { routes in
    NamedScreen(name + (routes.parameters?[parameter].map { " \($0)" } ?? ""))
  }
}

/// The failure of a change of screens, if any, which ends in limited time.
///
/// Any other error is an issue.
@MainActor
func navigatorFailure(
  sourceLocation: SourceLocation = #_sourceLocation, of body: @escaping @MainActor () async throws -> Void
) async -> Navigator.Failure? {
  do {
    try await inTime { try await body() }
  } catch let failure as Navigator.Failure {
    return failure
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
  return nil
}

/// The observable condition for a navigator to open received URLs.
@MainActor
@Observable
final class Readiness {
  var isReady: Bool
  init(isReady: Bool) { self.isReady = isReady }
}

/// A navigator for a closure with an earlier declaration.
@MainActor final class OwnNavigator {
  var navigator: Navigator?
  var task: Task<Void, any Error>?
  private(set) var failure: Navigator.Failure?

  /// Opens a URL in the caller's task, and keeps the failure.
  func open(_ url: String) async {
    do throws(Navigator.Failure) { try await navigator?.open(url) } catch { failure = error }
  }
}

/// Gives all other tasks the time to proceed.
@MainActor
func letOthersProceed(_ turns: Int = 100) async { for _ in 0..<turns { await Task.yield() } }

/// A small application with folders and notes, and a window.
@MainActor
final class NavigatedApplication {
  typealias Decide = @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision

  let window = ScriptedWindow()
  let log = Log()
  let registry: Registry
  var presenter: ScriptedPresenter { window.presenter }
  /// The names of the screens in the window, beginning with the lowest.
  var shown: [String] { window.shownNames }
  /// The calls of the presenter that show or remove a view, or select a tab.
  var calls: [String] { presenter.calls.filter { !$0.hasPrefix("validate") } }

  /// Creates an application in which interceptors decide about notes and drafts, and about the terms.
  init(decide: @escaping Decide = { _ in .proceed }, aboutTerms: @escaping Decide = { _ in .proceed }) throws
  {
    let log = log
    let leaves = Leaves<NamedScreen> { screen in
      log.append("asked \(screen.name)")
      return screen.isEdited ? .stay : .proceed
    }
    registry = try Registry {
      Observes { log.append("\($0.phase.word) \(($0.destination as? NamedScreen)?.name ?? "nothing")") }
      screens("home", .home, "notes://home", identifier: "home")
      screens("login", .login, "notes://login/:reason", showing: "reason", leaves: leaves)
      screens("terms", .terms, "notes://terms", intercepts: Intercepts { try await aboutTerms($0) })
      screens(
        "folder", RoutableView<any PreviewInput>(), "notes://folder/:folder", through: "notes://home",
        showing: "folder")
      screens(
        "note", .detail, "notes://folder/:folder/note/:id", through: "notes://folder/:folder",
        showing: "id", intercepts: Intercepts { try await decide($0) }, leaves: leaves)
      screens(
        "draft", .draft, "notes://draft/:id", through: "notes://home", showing: "id",
        intercepts: Intercepts { try await decide($0) },
        reuses: Reuses(.always) { draft, parameters in log.append("\(draft.name) gets \(parameters)") })
    }
  }

  func screen(_ index: Int) throws -> NamedScreen {
    try #require(presenter.shown[index].destination as? NamedScreen)
  }

  /// Waits for a condition, and records an issue if it doesn't become true.
  func wait(sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) async {
    for _ in 0..<1_000 where !condition() { await Task.yield() }
    // On a busy machine, the tasks on other threads take longer than these turns of the main actor.
    // A cancellation of this task ends the wait early.
    let isTrue = try? await becomesTrue { condition() }
    #expect(isTrue == true || condition(), sourceLocation: sourceLocation)
  }

  /// Waits until a number of completions are pending.
  func pending(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async {
    await wait(sourceLocation: sourceLocation) { presenter.waiting.count >= count }
  }
}

extension ScriptedWindow {
  /// The names of the screens in the window, beginning with the lowest.
  var shownNames: [String] { presenter.shown.compactMap { ($0.destination as? NamedScreen)?.name } }
}
