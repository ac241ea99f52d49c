import ArgumentParser
import NotesServer

/// The most visited pages without Waymark, for `measure-load`.
struct ByHandCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "by-hand", shouldDisplay: false)

  @Option var port = 8080
  @Option(help: "A folder, or unix:PATH.") var storage: String

  func run() async throws { try await serveByHand(port: port, storage: storage) }
}
