import ArgumentParser
import NotesApp
import Waymark

struct WhyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Says what needs a part of the application.")

  @OptionGroup var options: StoreOptions

  @Argument(help: "The name of a protocol or a class, or an identifier.")
  var name: String

  func run() async throws {
    try await options.withApplication { registry in "\(try WhyReport(name, in: registry.graph))" }
  }
}
