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

  /// The option for the sanitizer of this build, because its objects can't be linked into a plain program.
  private static let sanitizer: [String] = {
    let names = [("__tsan_init", "thread"), ("__asan_init", "address")]
    return names.filter { dlsym(nil, $0.0) != nil }.map { "-sanitize=\($0.1)" }
  }()

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  /// The folder of the repository.
  static let root = fixtures.appending(path: "../../..").standardizedFileURL

  /// Returns the content of a file of the repository.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Calls a function with a new folder, which exists until the function returns.
  static func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }

  /// The flags of Swift 5 mode, in which a reference to a function is `Sendable` only with this feature.
  static let swift5 = ["-swift-version", "5", "-enable-upcoming-feature", "InferSendableFromCaptures"]

  /// Type-checks fixtures as one module, in Swift 6 mode unless the flags of the frontend say otherwise.
  ///
  /// - Returns: The errors and warnings, by file and line.
  static func typeCheck(_ files: [String], _ flags: [String] = []) async throws -> [Message] {
    try await typeCheck(files.map { fixtures.appending(path: $0) }, flags)
  }

  /// Type-checks files as one module, in Swift 6 mode unless the flags of the frontend say otherwise.
  ///
  /// - Returns: The errors and warnings, by file and line.
  static func typeCheck(_ files: [URL], _ flags: [String] = []) async throws -> [Message] {
    try await run(try await typeCheck.value, files, flags)
  }

  /// Compiles fixtures as one module, in Swift 6 mode, up to the code that the optimizer would get.
  ///
  /// This also finds errors that the type-checker misses, such as an escaping closure or overlapping accesses.
  ///
  /// - Returns: The errors and warnings, by file and line.
  static func compile(_ files: [String]) async throws -> [Message] {
    let command = try await typeCheck.value.replacing(" -typecheck ", with: " -emit-sil -o /dev/null ")
    return try await run(command, files.map { fixtures.appending(path: $0) }, [])
  }

  private static func run(_ command: String, _ files: [URL], _ flags: [String]) async throws -> [Message] {
    let arguments = ["-c", command, "sh"] + files.map(\.path) + flags
    let result = try await Tool.run("sh", arguments)
    let messages = messages(in: result.errorText)
    if result.code != 0, !messages.contains(where: { $0.text.hasPrefix("error") }) {
      throw Failure(
        description: "the compiler failed without a message about a fixture:\n\(result.errorText)")
    }
    return messages
  }

  /// The shell's command that type-checks the files of its arguments.
  ///
  /// `swiftc` itself would start this command. Starting it directly saves a third of the time.
  private static let typeCheck = Task {
    let file = "Placeholder.swift"
    let arguments = ["-typecheck", "-whole-module-optimization", "-diagnostic-style", "llvm", "-###", file]
    let result = try await Tool.run("swiftc", arguments + options())
    let command = result.output.replacing(" \(file) ", with: " ")
    guard command != result.output else { throw Failure(description: "no command in \(result)") }
    return command.trimmingCharacters(in: .newlines) + " \"$@\""
  }

  /// How a program contains the library.
  enum Linkage {
    /// The objects that the package manager has built are part of the program.
    case objects
    /// The program loads the library, which is linked only once for all of these programs.
    case shared
  }

  /// Compiles a fixture as a program, links it with the library, and runs it.
  ///
  /// - Returns: Its output.
  static func output(of file: String, _ flags: [String], linkage: Linkage = .shared) async throws -> String {
    try await outputs(of: [fixtures.appending(path: file)], flags, linkage: linkage).texts.joined()
  }

  /// Compiles files as a program, links it with the library, and runs it.
  ///
  /// - Parameters:
  ///   - module: The name of the program's module.
  ///   - hasTests: Whether the program also uses the modules for tests.
  /// - Returns: The output of the program, and the warnings of the compiler.
  static func output(
    of files: [URL], module: String = "Fixture", hasTests: Bool = false
  ) async throws -> (text: String, warnings: [Message]) {
    let (texts, warnings) = try await outputs(of: files, [], module: module, hasTests: hasTests)
    return (texts.joined(), warnings)
  }

  /// Compiles a fixture as a program, and returns the output of several runs.
  static func outputs(of file: String, _ flags: [String], runs: Int) async throws -> [String] {
    try await outputs(of: [fixtures.appending(path: file)], flags, linkage: .objects, runs: runs).texts
  }

  private static func outputs(
    of files: [URL], _ flags: [String], module: String = "Fixture", hasTests: Bool = false,
    linkage: Linkage = .shared, runs: Int = 1
  ) async throws -> (texts: [String], warnings: [Message]) {
    let program = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: program) }
    let library = linkage == .shared ? [try await sharedLibrary.value] : try objects()
    let testing =
      hasTests
      ? try objects(of: ["WaymarkTesting", "WaymarkCoreTesting", "WaymarkGraph", "WaymarkSystem"]) : []
    let result = try await Tool.run(
      "swiftc",
      ["-parse-as-library", "-diagnostic-style", "llvm", "-o", program.path] + flags + options(module)
        + sanitizer + files.map(\.path) + library + testing)
    guard result.code == 0 else { throw Failure(description: result.errorText) }
    var texts: [String] = []
    for _ in 0..<runs { texts.append(try await Tool.run(program.path, []).output) }
    return (texts, messages(in: result.errorText))
  }

  /// Compiles a fixture as a library, and a fixture as a program that loads it.
  ///
  /// - Returns: The output of the program.
  static func output(of program: String, loading library: String, _ flags: [String]) async throws -> String {
    try await withFolder { folder in
      let waymark = try await sharedLibrary.value
      let (late, executable) = (
        folder.appending(path: "libLate.so").path, folder.appending(path: "program").path
      )
      let steps = [
        ["-emit-library", "-o", late] + (try options("Late")) + [fixtures.appending(path: library).path],
        ["-o", executable] + (try options()) + [fixtures.appending(path: program).path],
      ]
      for arguments in steps {
        let all = ["-parse-as-library"] + arguments + sanitizer + flags + [waymark]
        let result = try await Tool.run("swiftc", all)
        guard result.code == 0 else { throw Failure(description: result.errorText) }
      }
      return try await Tool.run(executable, [late]).output
    }
  }

  /// The path of the library, linked from the package manager's objects.
  private static let sharedLibrary = Task {
    let folder = try productsFolder().appending(path: "CompileTimeTests.library")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "libWaymark.so").path
    let built = try objects() + objects(of: ["WaymarkServer"])
    let result = try await Tool.run("swiftc", ["-emit-library", "-o", path] + sanitizer + built)
    guard result.code == 0 else { throw Failure(description: result.errorText) }
    return path
  }

  /// Returns the paths of the library's objects in the build folder.
  ///
  /// The folders may also hold objects of files that were renamed since. The function omits objects without a source
  /// that still exists.
  private static func objects(
    of targets: [String] = [
      "Waymark", "WaymarkNavigation", "WaymarkInspection", "WaymarkCore", "WaymarkRuntime",
      "CWaymarkRuntime",
    ]
  ) throws -> [String] {
    let products = try productsFolder()
    return try targets.flatMap { target in
      let folder = products.appending(path: "\(target).build")
      let sources = root.appending(path: "Sources/\(target)")
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

  private static func messages(in text: String) -> [Message] {
    text.split(separator: "\n").compactMap { message(in: $0) }
  }

  private static func message(in line: Substring) -> Message? {
    guard
      let match = line.wholeMatch(
        of: #/.*/([A-Za-z0-9+.]+\.swift):([0-9]+):[0-9]+: ((?:error|warning): .*)/#),
      let number = Int(match.output.2)
    else { return nil }
    return Message(file: String(match.output.1), line: number, text: String(match.output.3))
  }

  /// Returns the folder of the package manager's products, where the running test is.
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
