import ArgumentParser
import NotesApp
import Waymark

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Compiles the routes and prints what was found.",
    discussion: "The exit code is 1 if the declarations cannot work.")

  @OptionGroup var options: StoreOptions

  @Flag(help: "Also make every screen and service once, to find the requests of closures.")
  var dryRun = false

  @Flag(help: "Also report declared names and interfaces that nothing provides.")
  var audit = false

  func run() async throws {
    let registry = try Registry(profile: options.profile) { NotesApplication(store: options.file) }
    // A dry run doesn't make asynchronous instances, so the start makes them before.
    if dryRun { try await registry.start() }
    var found = dryRun ? await registry.dryRun().diagnostics : registry.diagnostics
    await registry.stop()
    if audit { found += registry.audit() }
    for diagnostic in found { print(diagnostic) }
    print(
      "\(registry.routes.count) routes, \(found.count) \(found.count == 1 ? "diagnostic" : "diagnostics")")
    if found.contains(where: { $0.severity == .error }) { throw ExitCode.failure }
  }
}
