import ArgumentParser
import Logging

@main
struct NotesServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes-server",
    abstract: "Notes for several users, in a browser.",
    discussion: """
      Without a subcommand, it serves pages from a database in a folder of its own:

        notes-server --profile development
        notes-server web --port 8080 --storage /var/lib/notes

      Several processes share the storage of one:

        notes-server storage --port 9090 --folder /var/lib/notes
        notes-server web --port 8080 --storage grpc://127.0.0.1:9090
        notes-server web --port 8081 --storage grpc://127.0.0.1:9090
      """,
    subcommands: [WebCommand.self, StorageCommand.self, RoutesCommand.self],
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
