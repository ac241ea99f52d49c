import Foundation

/// A screen in memory, and programs that draw on it.
struct VirtualDisplay {
  struct NotStarted: Error {}

  private let server: Process
  private let name: String

  /// Runs a test with a screen of its own. The server chooses the number, and ends with its last client or here.
  static func with<Result>(_ body: (VirtualDisplay) async throws -> Result) async throws -> Result {
    let server = Process()
    server.executableURL = URL(filePath: "/usr/bin/env")
    server.arguments = ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x700x24", "-nolisten", "tcp"]
    let output = Pipe()
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    defer {
      server.terminate()
      server.waitUntilExit()
    }
    var number = ""
    while !number.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw NotStarted() }
      number += String(decoding: data, as: UTF8.self)
    }
    return try await body(VirtualDisplay(server: server, name: ":" + number.trimmingCharacters(in: .newlines)))
  }

  /// Starts a program of the package that draws on the screen.
  func start(_ program: String, _ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(program, arguments, environment: Self.environment(display: name))
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
  private let output: Task<Data, Never>
  private let error: Task<Data, Never>

  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    process.executableURL = try Self.find(program)
    process.arguments = arguments
    process.environment = environment
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    self.output = Task.detached { (try? output.fileHandleForReading.readToEnd()) ?? Data() }
    self.error = Task.detached { (try? error.fileHandleForReading.readToEnd()) ?? Data() }
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Waits for the end of the program.
  func result() async -> Result {
    let (output, error) = (await output.value, await error.value)
    process.waitUntilExit()
    return Result(
      output: String(decoding: output, as: UTF8.self), error: String(decoding: error, as: UTF8.self),
      code: process.terminationStatus)
  }

  /// The program beside the running test, or in the search path.
  private static func find(_ name: String) throws -> URL {
    if name == "xdotool" { return URL(filePath: "/usr/bin/xdotool") }
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
