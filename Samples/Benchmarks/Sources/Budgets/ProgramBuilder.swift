import Foundation

/// Builds the programs that are measured, as this one was built.
///
/// The package manager builds only the product that it runs, and a program of 5,000 routes takes minutes, so
/// each is built when it is asked for.
enum ProgramBuilder {
  /// Builds a program.
  ///
  /// - Returns: The executable.
  static func build(_ name: String) throws -> URL {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "build", "--package-path", package.path(percentEncoded: false), "--configuration",
      Report.build, "--product", name,
    ]
    process.standardOutput = FileHandle.standardError
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(name: name) }
    return Bundle.main.bundleURL.appending(path: name)
  }

  /// The package of this file.
  private static var package: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  struct Failure: Error, CustomStringConvertible {
    let name: String

    var description: String {
      """
      The program \(name) could not be built; the compiler says why above.
      To fix: choose sizes that Samples/Benchmarks/Package.swift has, or add this one there and in Benchmarks/.
      """
    }
  }
}
