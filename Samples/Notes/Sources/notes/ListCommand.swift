import ArgumentParser
import NotesInterfaces
import ScreenKit
import Waymark

struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the notes.")

  @OptionGroup var options: StoreOptions

  @Option(help: ArgumentHelp("Also show the note with this number.", valueName: "id"))
  var open: Note.ID?

  @Option(help: "Only the notes in this folder.")
  var folder: String?

  func run() async throws {
    try await options.withApplication { registry in
      let list = try registry.makeDestination(to: RoutableView<any NoteListInput>()) {
        $0.folder = folder
      }
      if let open { try list.open(id: open) }
      return list.render(width: screenWidth).joined(separator: "\n")
    }
  }
}
