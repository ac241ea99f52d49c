import NotesInterfaces
import NotesTerminal
import Waymark

/// The application as something to walk through on a terminal.
@MainActor
public struct Browser: RouteVocabulary {
  private let terminal: Terminal

  /// Finds the terminal.
  ///
  /// - Throws: `Terminal.Unavailable`.
  public init() throws { terminal = try Terminal() }

  /// Shows the folders, and above them all notes, until the user leaves.
  public func run() async throws {
    let window = TerminalWindow()
    try await TerminalSession(window, on: terminal).run {
      try Router.perform(to: View<any FolderListInput>(), path: .push(from: window))
      try Router.perform(to: View<any NoteListInput>(), path: .push(from: window))
    }
  }
}
