import ArgumentParser
import Foundation
import Waymark

struct URLCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "url", abstract: "Writes the URL of a route.",
    discussion: "What the path of the URL does not name becomes a part of its query.")

  @OptionGroup var options: StoreOptions

  @Argument(help: "The identifier of the route: 'notes routes' shows them.")
  var identifier: String

  @Argument(help: ArgumentHelp("The parameters.", valueName: "name=value"))
  var parameters: [Parameter] = []

  struct Parameter: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
      guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
      name = String(argument[..<equals])
      value = String(argument[argument.index(after: equals)...])
    }
  }

  func run() async throws {
    let values = Dictionary(parameters.map { ($0.name, $0.value) }) { _, last in last }
    try await options.withApplication { registry in
      guard let router = registry.router(identifier: identifier) else {
        let known = registry.routes.flatMap(\.identifiers).sorted().joined(separator: ", ")
        throw ValidationError("no route is called '\(identifier)'; there are \(known)")
      }
      return try router.url(values).absoluteString
    }
  }
}
