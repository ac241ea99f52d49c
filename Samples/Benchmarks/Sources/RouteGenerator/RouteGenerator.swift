import Foundation

/// Writes Swift source with many routes: `RouteGenerator COUNT ROUTES-PER-FILE FOLDER`.
@main struct RouteGenerator {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[1]), let perFile = Int(arguments[2]), perFile > 0
    else {
      print("usage: RouteGenerator COUNT ROUTES-PER-FILE FOLDER")
      exit(2)
    }
    let folder = URL(filePath: arguments[3], directoryHint: .isDirectory)
    let parts = stride(from: 0, to: count, by: perFile).map { $0..<min($0 + perFile, count) }
    for part in parts {
      try write(RoutesSource(part).text, "Routes\(part.lowerBound).swift", to: folder)
    }
    try write(RouteSetSource(count: count, parts: parts).text, "GeneratedRoutes.swift", to: folder)
  }

  /// Writes a file, unless its contents are the same: a newer date would cause all routes to be recompiled.
  private static func write(_ text: String, _ name: String, to folder: URL) throws {
    let file = folder.appending(path: name)
    let data = Data(text.utf8)
    guard (try? Data(contentsOf: file)) != data else { return }
    try data.write(to: file)
  }
}
