import Foundation
import Testing

/// A terminal of tmux, where a test uses the program as a person does.
final class Tmux {
  /// Whether tmux can be used here.
  static let isInstalled = (try? run(["-V"])) != nil

  struct Failed: Error {
    let arguments: [String]
    let output: String
  }

  /// The screen never reached the state that a test waits for.
  struct Unexpected: Error, CustomStringConvertible {
    let wanted: String
    let screen: [String]
    var description: String { "waited for \(wanted); the screen is\n\(screen.joined(separator: "\n"))" }
  }

  private let socket = "notes-\(UUID().uuidString)"
  private let server = Process()

  /// Starts a shell command in a terminal of its own, which stays open when the command has ended.
  init(_ command: String, columns: Int = 80, rows: Int = 24) throws {
    // Not as a daemon, which would keep the output open that Foundation waits for.
    server.executableURL = URL(filePath: "/usr/bin/env")
    server.arguments = ["tmux", "-L", socket, "-D", "-f", "/dev/null"]
    server.standardInput = FileHandle.nullDevice
    server.standardOutput = FileHandle.nullDevice
    server.standardError = FileHandle.nullDevice
    try server.run()
    while server.isRunning, (try? tmux("show-options", "-g")) == nil { Thread.sleep(forTimeInterval: 0.01) }
    try tmux(
      "-u", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "env LC_ALL=C.UTF-8 TERM=screen sh -c '\(command); exec sleep 1000'")
    // The line with tmux's own state would take a row.
    try tmux("set", "-g", "status", "off")
    try tmux("set", "-g", "escape-time", "0")
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  deinit {
    // This ends the session. A server that is no daemon stays, and does not listen to gentler signals.
    _ = try? tmux("kill-server")
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
  }

  /// The rows of the screen, without the blanks at their ends.
  var screen: [String] {
    get throws {
      let text = try tmux("capture-pane", "-p")
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
        String(line.reversed().drop { $0 == " " }.reversed())
      }
    }
  }

  /// Presses keys, by tmux's names for them.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Writes a text.
  func type(_ text: String) throws { try tmux("send-keys", "-l", text) }

  /// Pastes a text, marked as such where the program has asked for that.
  func paste(_ text: String) throws {
    try tmux("set-buffer", text)
    try tmux("paste-buffer", "-p")
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The row and the column of the cursor, from 0, or nil if it's hidden.
  var cursor: [Int]? {
    get throws {
      let words = try tmux("display-message", "-p", "#{cursor_flag} #{cursor_y} #{cursor_x}").split(
        separator: " ")
      return words[0] == "0" ? nil : words.dropFirst().compactMap { Int($0.filter(\.isNumber)) }
    }
  }

  /// Waits until the screen shows a text, and returns the screen.
  @discardableResult
  func waits(for wanted: String) throws -> [String] {
    try waits(for: "'\(wanted)'") { $0.joined(separator: "\n").contains(wanted) }
  }

  /// Waits until the screen is as wanted and doesn't change any more, and returns it.
  ///
  /// tmux takes the program's output in pieces, so the first screen with the wanted text can be half drawn.
  @discardableResult
  func waits(for wanted: String, until isReached: ([String]) -> Bool) throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(120)
    var last: [String] = []
    while true {
      let screen = try screen
      if screen == last && isReached(screen) { return screen }
      last = screen
      guard ContinuousClock.now < deadline else { throw Unexpected(wanted: wanted, screen: screen) }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    try Self.run(["-L", socket, "-N"] + arguments)
  }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["tmux"] + arguments
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(arguments: arguments, output: text) }
    return text
  }
}
