import Foundation
import Measurements

/// A small package with the library as its only dependency, written into a folder and compiled there.
struct ConsumerPackage {
  let folder: URL

  /// Writes the package, and beside it files with registrations in other forms.
  func write(_ sources: [RegistrationsSource]) throws {
    var files = [
      "Package.swift": manifest,
      "Sources/Application/main.swift": """
      import Waymark

      let registry = try Registry { ApplicationModule0() }
      print(try registry.makeDestination(to: RoutableService<any Contract0>()).number)

      """,
    ]
    for source in sources + [.ofPackage] { files[source.file] = source.text }
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  /// Removes everything that was built.
  func clean() throws {
    guard FileManager.default.fileExists(atPath: path(of: buildFolder)) else { return }
    try FileManager.default.removeItem(at: buildFolder)
  }

  /// Builds the package for debugging.
  func build() throws { try Command("swift", "build", "--package-path", path(of: folder)).run() }

  /// Returns how long the compiler takes for all function bodies of a file with 20 registrations.
  ///
  /// The package must have been built. Loading modules and checking the declarations outside of function bodies are
  /// not part of the time, and are the same in all forms.
  func milliseconds(typeChecking source: RegistrationsSource) throws -> Double {
    let lines = try compiler(source, "-typecheck", "-debug-time-function-bodies").output().split(
      separator: "\n")
    // A line begins with the time of one body: "1.25ms".
    return lines.compactMap { $0.split(separator: "ms").first.flatMap { Double($0) } }.reduce(0, +)
  }

  /// Returns the processor time of compiling a file, in milliseconds.
  ///
  /// The package must have been built.
  func processorMilliseconds(compiling source: RegistrationsSource, _ optimization: String) throws -> Double {
    let object = path(of: folder.appending(path: "Registrations.o"))
    return try compiler(source, "-c", optimization, "-parse-as-library", "-o", object).processorMilliseconds()
  }

  private func compiler(_ source: RegistrationsSource, _ arguments: String...) throws -> Command {
    let file = path(of: folder.appending(path: source.file))
    return try Command(
      ["swiftc", "-frontend", file, "-swift-version", "6", "-module-name", "Application"] + arguments
        + moduleArguments)
  }

  private var buildFolder: URL { folder.appending(path: ".build") }

  /// The arguments that let the compiler find the library's modules, including modules in C.
  private var moduleArguments: [String] {
    get throws {
      let products = buildFolder.appending(path: "debug").resolvingSymlinksInPath()
      let maps = try FileManager.default.contentsOfDirectory(at: products, includingPropertiesForKeys: nil)
        .map { $0.appending(path: "module.modulemap") }
        .filter { FileManager.default.fileExists(atPath: path(of: $0)) }
      return ["-I", path(of: products.appending(path: "Modules"))]
        + maps.flatMap { ["-Xcc", "-fmodule-map-file=\(path(of: $0))"] }
    }
  }

  private func path(of url: URL) -> String { url.path(percentEncoded: false) }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "Application",
      platforms: [.macOS(.v15)],
      dependencies: [
        .package(name: "Waymark", path: "\(path(of: ProgramBuilder.package.appending(path: "../..").standardized))")
      ],
      targets: [
        .executableTarget(
          name: "Application", dependencies: [.product(name: "Waymark", package: "Waymark")])
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }
}
