import ArgumentParser
import Foundation
import NotesServer

/// The most visited pages without Waymark, and data for a load, for `measure-load`.
struct ByHandCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "by-hand", shouldDisplay: false)

  @Option var port = 8080
  @Option(help: "A folder, or unix:PATH.") var storage: String
  @Option(help: "Fill the folder with this number of notes, print the token of a session, and end.") var fill:
    Int?

  func run() async throws {
    if let fill {
      print(try await NotesServer.fill(URL(filePath: storage), count: fill))
    } else {
      try await serveByHand(port: port, storage: storage)
    }
  }
}
