import ArgumentParser
import NotesInterfaces
import ScreenKit
import Waymark

struct EditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "edit", abstract: "Changes a note.")

  @OptionGroup var options: StoreOptions

  @Argument(help: "The number of the note.")
  var id: Note.ID

  @Option(help: "The new title.")
  var title: String?

  @Option(help: "The new text.")
  var body: String?

  @Option(help: "Another folder; an empty name takes the note out of its folder.")
  var folder: String?

  func validate() throws {
    if title == nil && body == nil && folder == nil {
      throw ValidationError("nothing to change: give --title, --body or --folder")
    }
  }

  func run() async throws {
    try await options.withApplication { registry in
      let editor = try editor(of: id, in: registry)
      if let title { editor.note.title = title }
      if let body { editor.note.body = body }
      if let folder { editor.note.folder = folder }
      try editor.save()
      return editor.render(width: screenWidth).joined(separator: "\n")
    }
  }
}
