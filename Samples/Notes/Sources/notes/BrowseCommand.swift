import ArgumentParser
import Foundation
import NotesApp
import NotesTerminal
import Waymark

struct BrowseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Walks through the notes on the terminal.",
    discussion: "This is what 'notes' does without a command.")

  @OptionGroup var options: StoreOptions

  @Option(help: ArgumentHelp("Writes what happens to screens.", valueName: "path"), completion: .file())
  var log: String?

  func run() async throws {
    let browser: Browser
    do {
      browser = try await Browser()
    } catch {
      throw NoTerminal(reason: "\(error)")
    }
    let log = try log.map { try EventLog(file: URL(filePath: NSString(string: $0).expandingTildeInPath)) }
    Registry.install(try Registry { NotesApplication(store: options.file, log: log) })
    do {
      try await browser.run()
    } catch let signal as TerminalSession.Terminated {
      signal.end()
    }
  }
}

/// The notes cannot be walked through here.
struct NoTerminal: Error, CustomStringConvertible {
  let reason: String
  var description: String {
    "\(reason), and without one there is nothing to walk through; 'notes list' prints the notes, and "
      + "'notes --help' names all commands"
  }
}
