import Foundation
import Testing

@testable import NotesServer

/// A program in a process of its own, which is killed when the test is over.
final class ServerProcess: Sendable {
  struct Ended: Error { let text: String }

  private let process = Process()
  private let output = URL.temporaryDirectory.appending(path: "ns-\(UUID().uuidString)")
  /// The port that the program printed, or 0 for a socket.
  let port: Int

  /// Starts a program with arguments without spaces, and waits until it prints its port, unless there is no pattern.
  init(
    _ command: String, of tool: Tool = .server, environment: [String: String] = [:],
    printing pattern: Regex<(Substring, Substring)>? = #/(?:http:\/\/[0-9.]+:|unix:.*?)([0-9]*)\/?\n/#
  ) async throws {
    try Data().write(to: output)
    let file = try FileHandle(forWritingTo: output)
    process.executableURL = URL(filePath: try #require(tool.path))
    process.arguments = command.split(separator: " ").map(String.init)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    (process.standardOutput, process.standardError) = (file, file)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var match: Substring?
    let (process, output) = (process, output)
    try await poll(for: "the program's address") {
      guard let pattern else { return true }
      let text = try String(contentsOf: output, encoding: .utf8)
      match = text.firstMatch(of: pattern)?.output.1
      guard process.isRunning || match != nil else { throw Ended(text: text) }
      return match != nil
    }
    port = match.flatMap { Int($0) } ?? 0
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: output)
  }

  var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  @discardableResult func wait(after signal: Int32? = nil) -> Int32 {
    if let signal { send(signal) }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// A program without which some tests are skipped, unless `WAYMARK_STRICT` is set.
enum Tool: String {
  /// The program that the tests are about, which is beside the resources of its module.
  case server = "notes-server"
  case nginx, openssl, chromium = "chromedriver"

  var isUsable: Bool { ProcessInfo.processInfo.environment["WAYMARK_STRICT"] != nil || path != nil }

  var path: String? {
    let products = Bundle.module.bundleURL.deletingLastPathComponent().path
    return [products, "/usr/bin", "/usr/sbin", "/usr/local/bin"].map { "\($0)/\(rawValue)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
