import ArgumentParser

@main
struct NotesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "Takes notes in the terminal.",
    discussion: """
      An application of several modules that do not know each other, connected by Waymark. 'notes demo' \
      shows what that means.
      """,
    subcommands: [
      BrowseCommand.self, ListCommand.self, ShowCommand.self, NewCommand.self, EditCommand.self,
      DeleteCommand.self,
      OpenCommand.self, URLCommand.self,
      RoutesCommand.self, WhyCommand.self, CheckCommand.self, DemoCommand.self,
    ],
    defaultSubcommand: BrowseCommand.self)
}
