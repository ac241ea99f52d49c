import ArgumentParser
import NotesApp
import Waymark

struct RoutesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes", abstract: "Shows the routes that the modules declare.")

  @OptionGroup var options: StoreOptions

  func run() async throws {
    try await options.withApplication { registry in "\(RouteTable(registry))" }
  }
}
