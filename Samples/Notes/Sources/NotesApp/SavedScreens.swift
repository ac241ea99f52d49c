import Foundation
import NotesTerminal
import ScreenKit
import Waymark

/// The screens that were open when the program ended, in a file.
@MainActor
struct SavedScreens {
  let file: URL

  /// What the file says; nil where there is none, or where it is of another version of the program.
  var plan: RoutePlan? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDecoder().decode(RoutePlan.self, from: data)
  }

  /// Saves what a window shows, as far as URLs lead there.
  func save(_ window: TerminalWindow, of registry: Registry) throws {
    var steps: [RoutePlan.Step] = []
    for (screen, kind) in window.screens {
      guard let link = (screen as? any LinkedScreen)?.link,
        let router = registry.router(identifier: link.identifier)
      else { continue }
      // The screens below are saved themselves: only the last step of each plan is wanted.
      steps += try registry.plan(for: router.url(link.parameters), along: kind).steps.suffix(1)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(RoutePlan(steps: steps)).write(to: file, options: .atomic)
  }
}
