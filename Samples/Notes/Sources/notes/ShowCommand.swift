import ArgumentParser
import NotesInterfaces
import ScreenKit
import Waymark

struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows a note.")

  @OptionGroup var options: StoreOptions

  @Argument(help: "The number of the note.")
  var id: Note.ID

  func run() async throws {
    try await options.withApplication { registry in
      try editor(of: id, in: registry).render(width: screenWidth).joined(separator: "\n")
    }
  }
}
