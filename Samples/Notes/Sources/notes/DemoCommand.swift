import ArgumentParser
import Foundation
import NotesApp
import Waymark

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Shows, in a temporary store, what Waymark does for this application.")

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-notes-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appending(path: "notes.json")
    try await MainActor.run { try Demo(store: store) { print($0) }.run() }
  }
}
