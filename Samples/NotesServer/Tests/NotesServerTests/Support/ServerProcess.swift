import Foundation
import Synchronization
import Testing

@testable import NotesServer

/// A program in a process of its own, which is killed when the test is over.
final class ServerProcess: Sendable {
  private final class Lines: Sendable { let text = Mutex("") }

  /// The program has ended before it printed its address.
  struct Ended: Error { let text: String }

  private let process = Process()
  private let lines = Lines()
  let port: Int

  /// Starts `notes-server`, and waits until it prints its address.
  convenience init(_ arguments: [String], environment: [String: String] = [:]) async throws {
    try await self.init(
      program: Self.server, arguments, environment: environment,
      printing: #/(?:http:\/\/[0-9.]+:|unix:.*?)([0-9]*)\/?\n/#)
  }

  /// Starts a program, and waits until it prints its port.
  init(
    program: String, _ arguments: [String], environment: [String: String] = [:],
    printing pattern: Regex<(Substring, Substring)>
  ) async throws {
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    pipe.fileHandleForReading.readabilityHandler = { [lines] handle in
      let text = String(decoding: handle.availableData, as: UTF8.self)
      lines.text.withLock { $0 += text }
    }
    try Self.start(process, program, arguments, output: pipe, error: pipe)
    var match: Substring?
    let (process, lines) = (process, lines)
    try await poll(for: "the program's address") {
      let text = lines.text.withLock { $0 }
      match = text.firstMatch(of: pattern)?.output.1
      guard process.isRunning || match != nil else { throw Ended(text: text) }
      return match != nil
    }
    port = match.flatMap { Int($0) } ?? 0
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var text: String { lines.text.withLock { $0 } }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until the process has ended, and returns its status.
  @discardableResult func wait(after signal: Int32? = nil) -> Int32 {
    if let signal { send(signal) }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The program, which is beside the resources of its module.
  static var server: String {
    Bundle.module.bundleURL.deletingLastPathComponent().appending(path: "notes-server").path
  }

  static func run(_ program: String, _ arguments: [String]) throws -> (
    output: String, error: String, code: Int32
  ) {
    let (process, output, error) = (Process(), Pipe(), Pipe())
    try start(process, program, arguments, output: output, error: error)
    let texts = [output, error].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return (texts[0], texts[1], process.terminationStatus)
  }

  static func start(
    _ process: Process, _ program: String, _ arguments: [String], output: Any?, error: Any?
  ) throws {
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    (process.standardOutput, process.standardError) = (output, error)
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }
}

/// A program that some tests need.
///
/// Without it, they are skipped, unless `WAYMARK_STRICT` is set.
struct Tool {
  let name: String

  static let nginx = Tool(name: "nginx")
  static let chromium = Tool(name: "chromedriver")
  static let openssl = Tool(name: "openssl")

  var isUsable: Bool { ProcessInfo.processInfo.environment["WAYMARK_STRICT"] != nil || path != nil }

  var path: String? {
    ["/usr/bin", "/usr/sbin", "/usr/local/bin"].map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
