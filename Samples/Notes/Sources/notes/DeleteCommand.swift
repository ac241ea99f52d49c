import ArgumentParser
import NotesInterfaces
import ScreenKit
import Waymark

struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Deletes a note.")

  @OptionGroup var options: StoreOptions

  @Argument(help: "The number of the note.")
  var id: Note.ID

  func run() async throws {
    try await options.withApplication { registry in
      let storage = try registry.makeDestination(to: RoutableService<any NoteStorage>())
      guard try !storage.note(id: id).isLocked else { throw LockedNote(id: id) }
      let note = try storage.delete(id: id)
      let alert = try registry.makeDestination(to: RoutableView<any EasyAlertInput>()) {
        $0.message = "Deleted note \(note.id): \(note.title)"
      }
      return alert.render(width: screenWidth).joined(separator: "\n")
    }
  }
}
