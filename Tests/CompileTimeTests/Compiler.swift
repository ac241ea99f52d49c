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
    let result = try run(
      "/usr/bin/env",
      ["swiftc", "-typecheck", "-whole-module-optimization", "-diagnostic-style", "llvm"] + options()
        + files.map(\.path))
    let text = result.errorText
    let messages = text.split(separator: "\n").compactMap { message(in: $0) }
    if result.code != 0, !messages.contains(where: { $0.text.hasPrefix("error") }) {
      throw Failure(description: "the compiler failed without a message about a fixture:\n\(text)")
    }
    return messages
  }

  /// Compiles a fixture as a program, links it with the library, and runs it.
  ///
  /// - Returns: What it prints.
  static func output(of file: String, _ flags: [String]) throws -> String {
    try output(of: [fixtures.appending(path: file)], flags)
  }

  /// The targets of the library.
  private static let library = ["Waymark", "WaymarkRuntime", "CWaymarkRuntime"]

  /// Compiles files as a program, links it with the library, and runs it.
  ///
  /// - Parameters:
  ///   - module: The name of the program's module.
  ///   - hasTests: Whether it also uses what tests use.
  /// - Returns: What it prints.
  static func output(
    of files: [URL], _ flags: [String] = [], module: String = "Fixture", hasTests: Bool = false
  ) throws -> String {
    try outputs(of: files, flags, module: module, hasTests: hasTests, runs: 1).joined()
  }

  /// Compiles a fixture as a program, and returns what each of several runs prints.
  static func outputs(of file: String, _ flags: [String], runs: Int) throws -> [String] {
    try outputs(
      of: [fixtures.appending(path: file)], flags, module: "Fixture", hasTests: false, runs: runs)
  }

  private static func outputs(
    of files: [URL], _ flags: [String], module: String, hasTests: Bool, runs: Int
  ) throws -> [String] {
    let program = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: program) }
    let result = try run(
      "/usr/bin/env",
      ["swiftc", "-parse-as-library", "-o", program.path] + flags + options(module)
        + files.map(\.path) + objects(of: library + (hasTests ? ["WaymarkTesting"] : [])))
    guard result.code == 0 else { throw Failure(description: result.errorText) }
    return try (0..<runs).map { _ in try run(program.path, []).output }
  }

  /// Compiles the library, a fixture as another library, and a fixture as a program that loads it.
  ///
  /// - Returns: What the program prints.
  static func output(of program: String, loading library: String, _ flags: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let waymark = folder.appending(path: "libWaymark.so").path
    let late = folder.appending(path: "libLate.so").path
    let executable = folder.appending(path: "program").path
    let steps = [
      ["-emit-library", "-o", waymark] + (try objects()),
      ["-emit-library", "-parse-as-library", "-o", late] + flags + (try options("Late"))
        + [fixtures.appending(path: library).path, waymark],
      ["-parse-as-library", "-o", executable] + flags + (try options())
        + [fixtures.appending(path: program).path, waymark],
    ]
    for arguments in steps {
      let result = try run("/usr/bin/env", ["swiftc"] + arguments)
      guard result.code == 0 else { throw Failure(description: result.errorText) }
    }
    return try run(executable, [late]).output
  }

  /// What the build has made of the library.
  ///
  /// The folders may also hold what is left of files that were renamed since; only objects of sources that are
  /// there count.
  private static func objects(of targets: [String] = library) throws -> [String] {
    let products = try productsFolder()
    return try targets.flatMap { target in
      let folder = products.appending(path: "\(target).build")
      let sources = fixtures.appending(path: "../../../Sources/\(target)").standardizedFileURL
      let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
      let names = Set(files.map { URL(filePath: $0).lastPathComponent + ".o" })
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter(names.contains).map { folder.appending(path: $0).path }
    }
  }

  private static func options(_ module: String = "Fixture") throws -> [String] {
    let products = try productsFolder()
    return [
      "-swift-version", "6", "-module-name", module, "-I", products.appending(path: "Modules").path,
      "-Xcc", "-fmodule-map-file=\(products.path)/CWaymarkRuntime.build/module.modulemap",
    ]
  }

  private static func run(
    _ program: String, _ arguments: [String]
  ) throws -> (output: String, errorText: String, code: Int32) {
    let folder = FileManager.default.temporaryDirectory
    let (output, errors) = (
      folder.appending(path: UUID().uuidString), folder.appending(path: UUID().uuidString)
    )
    for file in [output, errors] { try Data().write(to: file) }
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return (
      String(decoding: try Data(contentsOf: output), as: UTF8.self),
      String(decoding: try Data(contentsOf: errors), as: UTF8.self), process.terminationStatus
    )
  }

  private static func message(in line: Substring) -> Message? {
    guard
      let match = line.wholeMatch(
        of: #/.*/([A-Za-z0-9+.]+\.swift):([0-9]+):[0-9]+: ((?:error|warning): .*)/#),
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
