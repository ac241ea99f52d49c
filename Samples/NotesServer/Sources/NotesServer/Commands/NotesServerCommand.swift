import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals
import Waymark
import WaymarkGraph

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

struct WebCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web", abstract: "Serves pages for browsers, and JSON for programs.")

  enum Profiles: String, CaseIterable, ExpressibleByArgument { case development }

  @OptionGroup var settings: SiteSettings
  @OptionGroup var storage: StorageOptions
  @OptionGroup var log: LogOptions

  @Option(
    help: "The profile: 'development' adds the users ann and bob with sample notes to an empty database.")
  var profile: Profiles?

  func run() async throws {
    let (storage, host, profile) = (try storage.module(), settings.host, profile.map { Profile($0.rawValue) })
    let registry = try Registry(profile: profile) {
      NotesServerApplication(storage: storage, settings: settings, logger: log.logger)
    }
    try await registry.serve(logger: log.logger) {
      Site.application(try Site.router(registry), settings, logger: log.logger) { port in
        printNow("Notes are at http://\(host):\(port)/")
        printNow("Storage: \(storage)")
        if profile == .development {
          printNow("Log in as ann or bob, with the password '\(SampleData.password)'.")
        }
      }
    }
  }
}

struct RoutesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes", abstract: "Prints the graph of the routes, without starting anything.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case dot, mermaid, json, html }

  @OptionGroup var settings: SiteSettings
  @OptionGroup var storage: StorageOptions
  @Option(help: "The format.") var format = Format.dot

  func run() async throws {
    let storage = try storage.module()
    let registry = try Registry { NotesServerApplication(storage: storage, settings: settings) }
    switch format {
    case .dot: print(registry.graph.dot())
    case .mermaid: print(registry.graph.mermaid())
    case .json: print(try registry.graph.json())
    case .html: print(registry.graph.html(title: "NotesServer", diagnostics: registry.diagnostics))
    }
  }
}

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

extension Registry {
  /// Starts the registry, runs an application until the process is told to stop, and stops the registry.
  func serve(logger: Logger, _ application: @escaping @Sendable () throws -> some Service) async throws {
    let service = ClosureService {
      do {
        // A signal during the start ends it.
        try await cancelWhenGracefulShutdown { try await self.start() }
      } catch {
        // A failed start leaves instances that only have `Stopping`.
        await self.stop()
        if error is CancellationError { return }
        throw error
      }
      try await self.run { try await application().run() }
    }
    try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
      .run()
  }
}
