import ArgumentParser
import Foundation
import Logging

@main struct NotesServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes-server", abstract: "Notes for several users, in a browser.",
    discussion: """
      Without a subcommand, it serves pages from a database in a folder of its own.

      Several processes share the storage of one:

        notes-server storage --folder /var/lib/notes
        notes-server web --port 8080 --storage unix:/var/lib/notes/storage.sock

      Storage on another machine needs a secret, and encryption:

        notes-server storage --listen 10.0.0.2:9090 --secret-file secret --certificate chain.pem --key key.pem
        notes-server web --storage https://notes.internal:9090 --secret-file secret --certificate roots.pem
      """, subcommands: [WebCommand.self, StorageCommand.self, RoutesCommand.self, ByHandCommand.self],
    defaultSubcommand: WebCommand.self)
}

/// The options of all commands.
struct LogOptions: ParsableArguments {
  @Option(help: "The least severe messages to log: trace, debug, info, notice, warning, error, or critical.")
  var logLevel = Logger.Level.warning

  var logger: Logger {
    var logger = Logger(label: "notes-server") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = logLevel
    return logger
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// Prints a line at once, also into a pipe, so that a script may wait for it.
func printNow(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
