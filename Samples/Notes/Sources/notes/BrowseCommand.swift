import ArgumentParser
import Foundation
import NotesApp
import NotesTerminal
import Waymark

struct BrowseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Walks through the notes on the terminal.",
    discussion: "'notes' without a command does the same.")

  @OptionGroup var options: StoreOptions

  @Option(help: ArgumentHelp("Writes the events of screens.", valueName: "path"), completion: .file())
  var log: String?

  func run() async throws {
    let browser: Browser
    do {
      browser = try await Browser()
    } catch {
      throw NoTerminal(reason: "\(error)")
    }
    let log = try log.map { try EventLog(file: URL(filePath: NSString(string: $0).expandingTildeInPath)) }
    try await options.browse(with: browser, log: log)
  }
}

extension StoreOptions {
  /// Walks through the notes until the user leaves.
  ///
  /// - Parameters:
  ///   - browser: The terminal.
  ///   - url: The URL of the first screen, or nil to restore the screens of the last time.
  ///   - log: The log for the events of screens.
  func browse(with browser: Browser, opening url: String? = nil, log: EventLog? = nil) async throws {
    let registry = try Registry(profile: profile) { NotesApplication(store: file, log: log) }
    Registry.install(registry)
    do {
      try await registry.run { try await browser.run(opening: url, store: file, in: registry) }
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
