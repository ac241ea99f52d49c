import ArgumentParser
import NotesServer
import Waymark

struct RoutesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes", abstract: "Prints the graph of the routes, without starting anything.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case dot, mermaid, json
  }

  @OptionGroup var storage: StorageOptions

  @Option(help: "The format.")
  var format = Format.dot

  func run() async throws {
    let place = try storage.place()
    let graph = try Registry { NotesServerApplication(storage: place) }.graph
    switch format {
    case .dot: print(graph.dot())
    case .mermaid: print(graph.mermaid())
    case .json: print(try graph.json())
    }
  }
}
