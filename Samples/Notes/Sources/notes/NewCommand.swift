import ArgumentParser
import NotesInterfaces
import ScreenKit
import Waymark

struct NewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "new", abstract: "Writes a new note.")

  @OptionGroup var options: StoreOptions

  @Argument(help: "The title of the note.")
  var title: String

  @Option(help: "The text of the note.")
  var body: String = ""

  @Option(help: "The folder of the note.")
  var folder: String = ""

  @Flag(help: "Only those who know the passcode see the text.")
  var locked = false

  func run() async throws {
    try await options.withApplication { registry in
      let editor = try editor(
        of: Note(title: title, body: body, folder: folder, isLocked: locked), in: registry)
      try editor.save()
      return editor.render(width: screenWidth).joined(separator: "\n")
    }
  }
}
