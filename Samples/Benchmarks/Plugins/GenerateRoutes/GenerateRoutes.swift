import Foundation
import PackagePlugin

/// Generates the routes of a measured program, in the number at the end of the program's name.
@main struct GenerateRoutes: BuildToolPlugin {
  /// The number of routes in one file.
  private static let routesPerFile = 50

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let count = Int(target.name.drop { !$0.isNumber }) else {
      throw Failure.noNumber(in: target.name)
    }
    let folder = context.pluginWorkDirectoryURL
    let starts = stride(from: 0, to: count, by: Self.routesPerFile)
    let files = starts.map { folder.appending(path: "Routes\($0).swift") }
    return [
      .buildCommand(
        displayName: "Writing \(count) routes",
        executable: try context.tool(named: "RouteGenerator").url,
        arguments: [String(count), String(Self.routesPerFile), folder.path(percentEncoded: false)],
        outputFiles: files + [folder.appending(path: "GeneratedRoutes.swift")])
    ]
  }

  enum Failure: Error, CustomStringConvertible {
    case noNumber(in: String)

    var description: String {
      switch self {
      case .noNumber(let name):
        "The name of target \(name) has no number of routes. To fix: end it with a number, as in Routes500."
      }
    }
  }
}
