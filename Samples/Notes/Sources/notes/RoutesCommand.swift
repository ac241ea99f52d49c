import ArgumentParser
import NotesApp
import Waymark
import WaymarkGraph

struct RoutesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes", abstract: "Shows the routes that the modules declare.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case mermaid
    case dot
    case json
  }

  @OptionGroup var options: StoreOptions

  @Option(help: "As a table, or as the graph in the language of Mermaid, Graphviz or JSON.")
  var format: Format = .table

  @Flag(help: "Print the graph as a page for a browser.")
  var html = false

  func run() async throws {
    try await options.withApplication { registry in
      // `print` ends the last line.
      if html {
        return String(registry.graph.html(title: "Notes", diagnostics: registry.diagnostics).dropLast())
      }
      return switch format {
      case .table: "\(RouteTable(registry))"
      case .mermaid: String(registry.graph.mermaid().dropLast())
      case .dot: String(registry.graph.dot().dropLast())
      case .json: try registry.graph.json()
      }
    }
  }
}
