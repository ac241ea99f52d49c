import ArgumentParser
import NotesApp
import Waymark

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Compiles the routes and prints what was found.",
    discussion: "The exit code is 1 if the declarations cannot work.")

  @OptionGroup var options: StoreOptions

  func run() throws {
    let registry = try Registry { NotesApplication(store: options.file) }
    for diagnostic in registry.diagnostics { print(diagnostic) }
    let count = registry.routes.count
    print("\(count) routes, \(registry.diagnostics.count) diagnostics")
  }
}
