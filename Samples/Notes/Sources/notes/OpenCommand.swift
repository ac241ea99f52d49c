import ArgumentParser
import Foundation
import NotesApp
import NotesInterfaces
import NotesTerminal
import ScreenKit
import Waymark

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Opens a URL, such as notes://notes/3.",
    discussion: "On a terminal, with the screens below it, to be walked through; elsewhere it is printed.")

  @OptionGroup var options: StoreOptions

  @Flag(help: "Only say where the URL leads, and what opening it would do.")
  var explain = false

  @Argument(help: "The URL.")
  var url: String

  func run() async throws {
    guard !explain else {
      return try await options.withApplication { registry in "\(try Explanation(url, in: registry))" }
    }
    guard let browser = try? await Browser() else {
      return try await options.withApplication { registry in try text(in: registry) }
    }
    try await options.browse(with: browser, opening: url)
  }

  @MainActor private func text(in registry: Registry) throws -> String {
    let destination = try registry.makeDestination(for: url)
    if let editor = destination as? any EditorInput, editor.note.isLocked {
      throw LockedNote(id: editor.note.id)
    }
    guard let screen = destination as? any Screen else {
      throw ValidationError("\(url) leads to \(type(of: destination)), which cannot be shown")
    }
    return screen.render(width: screenWidth).joined(separator: "\n")
  }
}
