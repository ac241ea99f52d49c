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
  ///   - url: What is shown first, above the screens below it; nil for what was open the last time.
  ///   - store: The file of the notes; the open screens are saved beside it.
  ///   - registry: The application.
  public func run(opening url: String? = nil, store: URL, in registry: Registry) async throws {
    let saved = SavedScreens(file: store.appendingPathExtension("screens"))
    let plan = try url.map { try registry.plan(for: $0) } ?? saved.plan
    let session = TerminalSession(window, on: terminal)
    defer {
      // Where the folder of the notes cannot be written, nothing was saved there, and nothing is restored.
      try? saved.save(window, of: registry)
    }
    try await session.run {
      Task { await show(plan, in: registry, session) }
    }
  }

  /// Shows the screens of a plan, as many as can be shown, or else the first ones.
  private func show(_ plan: RoutePlan?, in registry: Registry, _ session: TerminalSession) async {
    do {
      try await registry.perform(plan ?? RoutePlan(steps: []), from: window)
    } catch {
      // Who turns away from the log-in knows why.
      if !(error.error.underlying is CancellationError) { session.say("\(error)") }
    }
    guard window.screens.isEmpty else { return }
    do {
      try await registry.perform(registry.plan(for: "notes://list"), from: window)
    } catch {
      session.say("\(error)")
    }
  }
}
