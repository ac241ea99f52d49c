import Foundation
import GtkKit
import PresenterWalk

/// Runs one scenario in windows of its own.
///
///     desktop-scenarios NAME [SEED]
///     desktop-scenarios pictures FOLDER
@main
enum Scenarios {
  typealias Body = @MainActor (_ seed: UInt64) async throws -> Void

  @MainActor static let all: [String: Body] = [
    "idle": { _ in try await LoopScenarios.tasksGoOnWhileIdle() },
    "many-tasks": { _ in try await LoopScenarios.manyTasks() },
    "signals": { _ in try await LoopScenarios.signalsEndWithTheirWidget() },
    "thousand-windows": { _ in try await MemoryScenarios.thousandWindows() },
    "stack": { _ in try await ScreenScenarios.stack() },
    "sheet": { _ in try await ScreenScenarios.sheet() },
    "popover": { _ in try await ScreenScenarios.popover() },
    "refused-kinds": { _ in try await ScreenScenarios.refusedKinds() },
    "animated": { _ in try await ScreenScenarios.animatedPushInAClosingWindow() },
    "leaving": { _ in try await LeavingScenarios.leavingIsAsked() },
    "parts": { _ in try await PartScenarios.parts() },
    "closing-parts": { _ in try await PartScenarios.partsOfAClosingWindow() },
    "closing-change": { _ in try await ClosingScenarios.closingDuringAChange() },
    "closing-twice": { _ in try await ClosingScenarios.closingTwice() },
    "closing": { _ in try await LeavingScenarios.closingIsAsked() },
    "settings": { _ in try await NotesScenarios.settings() },
    "actions": { _ in try await NotesScenarios.actions() },
    "lock": { _ in try await NotesScenarios.lock() },
    "narrow": { _ in try await NotesScenarios.narrow() },
    "restoring": { _ in try await NotesScenarios.restoring() },
    "keys": { _ in try await InputScenarios.keys() },
    "presenter-walk": { seed in try await PresenterWalk<DesktopWalk>(seed: seed).run() },
    "walk": { seed in try await Walk(seed: seed).run(steps: 500) },
  ]

  static func main() throws {
    try MainActor.assumeIsolated {
      let arguments = CommandLine.arguments
      var body = arguments.count > 1 ? all[arguments[1]] : nil
      if arguments.count > 2, arguments[1] == "pictures" {
        body = { _ in try await Pictures.take(to: URL(filePath: arguments[2])) }
      }
      guard let body else {
        print(
          "usage: desktop-scenarios NAME [SEED], or pictures FOLDER; the names are \(all.keys.sorted().joined(separator: ", "))"
        )
        exit(2)
      }
      let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 0 : 0
      try Display.open()
      Display.isAnimated = false
      do {
        try MainLoop.current.run { try await body(seed) }
      } catch {
        Checks.fail("\(error)")
      }
      exit(Checks.failures.isEmpty ? 0 : 1)
    }
  }
}
