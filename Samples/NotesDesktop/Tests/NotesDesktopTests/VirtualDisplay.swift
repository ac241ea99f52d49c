import Foundation

/// A screen in memory, and programs that draw on it.
struct VirtualDisplay {
  struct NotStarted: Error {}

  private let name: String

  /// Runs a test with a screen of its own.
  ///
  /// The server chooses the number, and ends with its last client or here.
  static func with<Result>(_ body: (VirtualDisplay) async throws -> Result) async throws -> Result {
    let server = Process()
    server.executableURL = URL(filePath: "/usr/bin/env")
    server.arguments = ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x700x24", "-nolisten", "tcp"]
    let output = Pipe()
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    var number = ""
    while !number.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw NotStarted() }
      number += String(decoding: data, as: UTF8.self)
    }
    number = number.trimmingCharacters(in: .newlines)
    defer {
      // A process inherits the blocked signals of the test's thread, so it can't be asked to end.
      kill(server.processIdentifier, SIGKILL)
      for file in ["/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)"] { unlink(file) }
    }
    return try await body(VirtualDisplay(name: ":\(number)"))
  }

  /// Starts a program of the package that draws on the screen, with the settings of GTK beside a file.
  func start(_ program: String, settings: String? = nil, _ arguments: [String]) throws -> RunningProgram {
    var environment = Self.environment(display: name)
    if let settings {
      environment["XDG_CONFIG_HOME"] = URL(filePath: settings).deletingLastPathComponent().path
    }
    return try RunningProgram(program, arguments, environment: environment)
  }

  /// The environment of a program without a bus, a graphics card, and a window manager.
  static func environment(display: String?) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for name in ["WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY"] { environment[name] = nil }
    environment["DISPLAY"] = display
    environment["GDK_BACKEND"] = "x11"
    environment["GDK_DEBUG"] = "gl-disable"
    environment["GSK_RENDERER"] = "cairo"
    environment["GTK_A11Y"] = "none"
    environment["GSETTINGS_BACKEND"] = "memory"
    return environment
  }
}

/// A program that a test has started.
final class RunningProgram {
  struct Result: Equatable {
    let output: String
    let error: String
    let code: Int32
  }

  struct NotBuilt: Error { let name: String }

  private let process = Process()
  private let folder: URL
  private let ended: AsyncStream<Void>

  // A pipe would have to be read meanwhile, in a thread that waits.
  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "notes-desktop-output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process.executableURL = try Self.find(program)
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = try Self.file("output", in: folder)
    process.standardError = try Self.file("error", in: folder)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    self.ended = ended
    process.terminationHandler = { _ in end.finish() }
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Waits for the end of the program.
  func result() async -> Result {
    for await _ in ended {}
    return Result(output: text("output"), error: text("error"), code: process.terminationStatus)
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }

  private static func file(_ name: String, in folder: URL) throws -> FileHandle {
    let file = folder.appending(path: name)
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }

  /// The program beside the running test, or in the search path.
  private static func find(_ name: String) throws -> URL {
    if ["xdotool", "timeout"].contains(name) { return URL(filePath: "/usr/bin/\(name)") }
    var folder = Bundle.main.bundleURL.resolvingSymlinksInPath()
    while folder.path != "/" {
      let candidate = folder.appending(path: name)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    throw NotBuilt(name: name)
  }
}
