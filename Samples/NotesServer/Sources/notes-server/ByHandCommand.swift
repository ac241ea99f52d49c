import ArgumentParser
import Foundation
import NotesServer

/// The most visited pages without Waymark, and data for a load, for `measure-load`.
struct ByHandCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "by-hand", shouldDisplay: false)

  @OptionGroup var settings: SiteSettings
  @Option(help: "Fill the folder with so many notes, print the token of a session, and end.") var fill: Int?
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    switch (try storage.place(), fill) {
    case (.folder(let folder), let count?): print(try await NotesServer.fill(folder, count: count))
    case (let place, _): try await serveByHand(settings, storage: place)
    }
  }
}
