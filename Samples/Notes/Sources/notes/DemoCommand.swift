import ArgumentParser
import Foundation
import NotesApp
import Waymark

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Shows what Waymark does for this application.",
    discussion: "It writes to a temporary store, which is removed afterwards, unless --store names one.")

  @OptionGroup var options: StoreOptions

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-notes-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = options.store == nil ? folder.appending(path: "notes.json") : options.file
    try await Demo(store: store) { print($0) }.run()
  }
}
