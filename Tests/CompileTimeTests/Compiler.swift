import Foundation

/// The Swift compiler, run over fixtures against the library as this test was built with it.
enum Compiler {
  /// One error or warning.
  struct Message: Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    let text: String
    var description: String { "\(file):\(line): \(text)" }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  /// Type-checks fixtures as one module, in Swift 6 mode.
  ///
  /// - Returns: The errors and warnings, by file and line.
  static func typeCheck(_ files: [String]) throws -> [Message] {
    try typeCheck(files.map { fixtures.appending(path: $0) })
  }

  /// Type-checks files as one module, in Swift 6 mode.
  ///
  /// - Returns: The errors and warnings, by file and line.
  static func typeCheck(_ files: [URL]) throws -> [Message] {
    let products = try productsFolder()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-module-name", "Fixture",
        "-I", products.appending(path: "Modules").path,
        "-Xcc", "-fmodule-map-file=\(products.path)/CWaymarkRuntime.build/module.modulemap",
      ] + files.map(\.path)
    let output = Pipe()
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    let messages = text.split(separator: "\n").compactMap { message(in: $0) }
    if process.terminationStatus != 0, !messages.contains(where: { $0.text.hasPrefix("error") }) {
      throw Failure(description: "the compiler failed without a message about a fixture:\n\(text)")
    }
    return messages
  }

  private static func message(in line: Substring) -> Message? {
    guard let match = line.wholeMatch(of: #/.*/([A-Za-z]+\.swift):([0-9]+):[0-9]+: ((?:error|warning): .*)/#),
      let number = Int(match.output.2)
    else { return nil }
    return Message(file: String(match.output.1), line: number, text: String(match.output.3))
  }

  /// Where the package manager puts what it builds: the folder of the running test.
  private static func productsFolder() throws -> URL {
    var folder = Bundle.main.bundleURL.resolvingSymlinksInPath()
    while folder.path != "/" {
      if FileManager.default.fileExists(atPath: folder.appending(path: "Modules/Waymark.swiftmodule").path) {
        return folder
      }
      folder.deleteLastPathComponent()
    }
    throw Failure(description: "no Waymark.swiftmodule above \(Bundle.main.bundleURL.path)")
  }
}
