import Foundation
import Synchronization

/// The program in a process of its own, which is killed when the test is over.
final class ServerProcess: Sendable {
  struct NotBuilt: Error {}

  /// The program ended, or didn't print what a test waits for.
  struct Silent: Error, CustomStringConvertible {
    let description: String
  }

  private let process: Process
  private let lines = TextSource()
  let port: Int

  /// Starts `notes-server`, and waits until it prints its address.
  convenience init(_ arguments: [String], environment: [String: String] = [:]) async throws {
    try await self.init(
      program: Self.executablePath("notes-server"), arguments, environment: environment,
      printing: #/(?:http|grpc):\/\/[0-9.]+:([0-9]+)/#)
  }

  /// Starts a program, and waits until it prints its port.
  init(
    program: String, _ arguments: [String], environment: [String: String] = [:],
    printing pattern: Regex<(Substring, Substring)>
  ) async throws {
    process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    pipe.fileHandleForReading.readabilityHandler = { [lines] handle in
      lines.append(String(decoding: handle.availableData, as: UTF8.self))
    }
    try process.run()
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      if let match = lines.text.firstMatch(of: pattern), let port = Int(match.output.1) {
        self.port = port
        break
      }
      guard process.isRunning, ContinuousClock.now < deadline else {
        process.terminate()
        throw Silent(description: "the program printed '\(lines.text)'")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// What the program has printed.
  var text: String { lines.text }

  /// The identifier of the process.
  var identifier: Int32 { process.processIdentifier }

  /// Kills the process, and waits until it's gone.
  func kill9() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Tells the process to stop, and returns its status.
  func stop() -> Int32 {
    terminate()
    return wait()
  }

  /// Tells the process to stop.
  func terminate() { process.terminate() }

  /// Waits until the process has ended, and returns its status.
  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Returns a program or file beside the running test.
  static func executablePath(_ name: String) throws -> String {
    var folder = Bundle.main.bundleURL.resolvingSymlinksInPath()
    while folder.path != "/" {
      let candidate = folder.appending(path: name)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue {
        return candidate.path
      }
      folder.deleteLastPathComponent()
    }
    throw NotBuilt()
  }
}

/// A text that grows.
private final class TextSource: Sendable {
  private let state = Mutex("")
  var text: String { state.withLock { $0 } }
  func append(_ text: String) { state.withLock { $0 += text } }
}
