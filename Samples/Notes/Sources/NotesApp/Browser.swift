import Foundation
import NotesInterfaces
import NotesTerminal
import Waymark

/// The application as something to walk through on a terminal.
@MainActor
public struct Browser: RouteVocabulary {
  private let terminal: Terminal
  private let window = TerminalWindow()

  /// Finds the terminal.
  ///
  /// - Throws: `Terminal.Unavailable`.
  public init() throws { terminal = try Terminal() }

  /// Shows screens until the user leaves.
  ///
  /// - Parameters:
  ///   - url: The URL of the first screen, above the screens below it, or nil to restore the screens of the last time.
  ///   - store: The file of the notes. The open screens are saved beside it.
  ///   - registry: The application.
  public func run(opening url: String? = nil, store: URL, in registry: Registry) async throws {
    let saved = SavedScreens(file: store.appendingPathExtension("screens"))
    let plan = try url.map { try registry.plan(for: $0) } ?? saved.plan
    // The escape key replaces a step back that asks about an unsaved note.
    let navigator = Navigator(from: window, in: registry, whileBusy: .replace)
    window.navigator = navigator
    let session = TerminalSession(window, on: terminal)
    defer {
      // Where the folder of the notes cannot be written, nothing was saved there, and nothing is restored.
      try? saved.save(navigator.plan)
    }
    try await session.run {
      Task { await show(plan, with: navigator, session) }
    }
  }

  /// Shows the screens of a plan, as many as can be shown, or else the first ones.
  private func show(_ plan: RoutePlan?, with navigator: Navigator, _ session: TerminalSession) async {
    do throws(Navigator.Failure) {
      let (changes, problem) = changes(to: plan ?? RoutePlan(steps: []), with: navigator)
      if let changes { try await navigator.apply(changes, animated: false) }
      if let problem { session.say("\(problem)") }
    } catch {
      // Who turns away from the log-in knows why.
      if !error.isCancellation { session.say("\(error)") }
    }
    guard navigator.screens.isEmpty else { return }
    do throws(Navigator.Failure) {
      try await navigator.open("notes://list", animated: false)
    } catch {
      session.say("\(error)")
    }
  }

  /// Returns the changes that lead to a plan, or to the screens of it up to the first that is gone.
  private func changes(
    to plan: RoutePlan, with navigator: Navigator
  ) -> (changes: Navigator.Changes?, problem: RouteError?) {
    var plan = plan
    var problem: RouteError?
    repeat {
      do throws(RouteError) {
        return (try navigator.changes(to: plan), problem)
      } catch {
        problem = error
      }
    } while plan.steps.popLast() != nil
    return (nil, problem)
  }
}
