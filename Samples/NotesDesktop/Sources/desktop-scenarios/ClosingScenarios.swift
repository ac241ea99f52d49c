import DesktopKit
import Foundation
import GtkKit
import NotesDesktop
import NotesInterfaces
import Synchronization
import Waymark

/// The errors and failed presentations of the application.
private final class Problems: Sendable {
  private let list = Mutex<[String]>([])
  var all: [String] { list.withLock { $0 } }
  func append(_ problem: String) { list.withLock { $0.append(problem) } }
}

private struct ProblemsModule: RouteModule {
  let problems: Problems

  var routes: Routes {
    Observes { [problems] event in
      if case .failed(let error) = event.phase { problems.append("\(error)") }
    }
    ReportsErrors { [problems] in problems.append("\($0.code)") }
  }
}

/// Windows that the user closes during a change.
enum ClosingScenarios: RouteVocabulary {
  /// Neither a step forward nor a step back that is animated is a mistake of the presenter.
  @MainActor static func closingDuringAChange() async throws {
    Display.isAnimated = true
    let problems = Problems()
    let desk = try await Desk(adding: ProblemsModule(problems: problems))
    for isBack in [false, true] {
      if isBack { try await desk.reopen([:]) }
      let (window, navigator) = (desk.window, desk.navigator)
      try await wait(for: "the window") { window.window.isMapped }
      if isBack { try await navigator.open("notes://notes/1", animated: false) }
      var code: RouteError.Code?
      let change = Task {
        do throws(Navigator.Failure) {
          try await isBack ? navigator.back() : navigator.open("notes://list/Recipes/notes/2")
        } catch {
          code = error.code
        }
      }
      try await wait(for: "the animation") {
        window.window.tree.contains {
          $0.typeName == "GtkStack" && $0.children.count > (isBack ? 0 : 1) && Stack(of: $0).isAnimating
        }
      }
      // A question would take some turns of the main loop, and the animation could end.
      window.destroy()
      await change.value
      expect(code, .superseded)
      expect(navigator.screens.count, 0)
    }
    expect(problems.all, ["superseded", "superseded"])
    try await desk.clean()
  }

  /// The user clicks the close button again before the answer.
  @MainActor static func closingTwice() async throws {
    let desk = try await Desk()
    try await desk.navigator.open("notes://notes/1", animated: false)
    Field(of: try require(desk.tree.find("note-title"))).content = "Changed"
    let window = desk.window
    window.window.close()
    try await wait(for: "the question") { desk.tree.find("Discard") != nil }
    window.window.close()
    let closing = Task { await window.close() }
    try await Task.sleep(for: .milliseconds(50))
    expect(desk.tree.screens, ["note 1", "alert"])
    desk.tree.click("Discard")
    expect(await closing.value, true)
    expect(desk.application.windows.count, 0)
    try await desk.clean()
  }
}
