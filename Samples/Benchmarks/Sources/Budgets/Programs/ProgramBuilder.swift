import Foundation

/// Builds the measured programs in the configuration of this one.
///
/// The package manager builds only the product that it runs, and a program of 5,000 routes takes minutes, so each
/// program is built on demand.
enum ProgramBuilder {
  /// The folder of this package.
  static var package: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  }

  /// The build folder, with the executable in a folder for the platform and one for the configuration.
  private static var scratch: URL {
    Bundle.main.bundleURL.deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Builds a program.
  ///
  /// - Returns: The executable.
  static func build(_ name: String) throws -> URL {
    do {
      try Command(
        "swift", "build", "--package-path", package.path(percentEncoded: false), "--scratch-path",
        scratch.path(percentEncoded: false), "--configuration", Report.build, "--product", name
      ).run()
    } catch is Command.Failure {
      throw Failure(name: name)
    }
    return executable(name)
  }

  /// Returns the executable of a program that was built before.
  static func executable(_ name: String) -> URL { Bundle.main.bundleURL.appending(path: name) }

  struct Failure: Error, CustomStringConvertible {
    let name: String

    var description: String {
      """
      The program \(name) could not be built. The compiler's messages are above.
      To fix: choose sizes that Samples/Benchmarks/Package.swift has, or add this one there and in Benchmarks/.
      """
    }
  }
}
