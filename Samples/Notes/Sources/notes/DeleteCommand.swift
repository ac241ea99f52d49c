import ArgumentParser
import NotesInterfaces
import Waymark

struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Deletes a note.")

  @OptionGroup var options: StoreOptions

  @Argument(help: "The number of the note.")
  var id: Note.ID

  func run() async throws {
    try await options.withApplication { registry in
      let note = try registry.makeDestination(to: RoutableService<any NoteStorage>()).delete(id: id)
      let alert = try registry.makeDestination(to: RoutableView<any EasyAlertInput>()) {
        $0.message = "Deleted note \(note.id): \(note.title)"
      }
      return alert.render(width: screenWidth).joined(separator: "\n")
    }
  }
}
