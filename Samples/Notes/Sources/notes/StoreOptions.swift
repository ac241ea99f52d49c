import ArgumentParser
import Foundation
import NotesApp
import Waymark

/// The options of all commands that use notes.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .long, help: ArgumentHelp("The file of the notes.", valueName: "path"),
    completion: .file(extensions: ["json"]))
  var store: String?

  @Flag(help: "Shows sample notes in place of the notes in the file, and saves none.")
  var preview = false

  /// The profile of the application.
  var profile: Profile? { preview ? .preview : nil }

  var file: URL {
    store.map { URL(filePath: NSString(string: $0).expandingTildeInPath) } ?? NotesApplication.defaultStore
  }

  func validate() throws {
    if let store, store.isEmpty { throw ValidationError("--store needs the path of a file") }
  }

  /// Compiles the application, starts it, and runs a command with it.
  func withApplication(_ body: @MainActor @Sendable (Registry) throws -> String) async throws {
    let registry = try Registry(profile: profile) { NotesApplication(store: file) }
    Registry.install(registry)
    print(try await registry.run { try await MainActor.run { try body(registry) } })
  }
}

/// The width of the output without a terminal.
let screenWidth = 80
