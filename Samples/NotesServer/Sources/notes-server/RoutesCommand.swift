import ArgumentParser
import NotesServer
import Waymark
import WaymarkGraph

struct RoutesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes", abstract: "Prints the graph of the routes, without starting anything.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case dot, mermaid, json, html }

  @OptionGroup var settings: SiteSettings
  @OptionGroup var storage: StorageOptions
  @Option(help: "The format.") var format = Format.dot

  func run() async throws {
    let place = try storage.place()
    let registry = try Registry { NotesServerApplication(storage: place, settings: settings) }
    switch format {
    case .dot: print(registry.graph.dot())
    case .mermaid: print(registry.graph.mermaid())
    case .json: print(try registry.graph.json())
    case .html: print(registry.graph.html(title: "NotesServer", diagnostics: registry.diagnostics))
    }
  }
}
