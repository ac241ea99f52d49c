import Foundation

/// A tool of the toolchain that is run and waited for.
struct Command {
  let arguments: [String]

  init(_ arguments: String...) { self.arguments = arguments }

  init(_ arguments: [String]) { self.arguments = arguments }

  /// Runs the command, with its output on the standard error.
  func run() throws {
    let process = process
    process.standardOutput = FileHandle.standardError
    try process.run()
    process.waitUntilExit()
    try check(process)
  }

  /// Runs the command and returns its output, including the standard error.
  func output() throws -> String {
    let process = process
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    if process.terminationStatus != 0 { FileHandle.standardError.write(data) }
    try check(process)
    return String(decoding: data, as: UTF8.self)
  }

  /// Runs the command and returns the processor time that it took, in milliseconds.
  ///
  /// Unlike the elapsed time, the processor time is about the same on a busy machine.
  func processorMilliseconds() throws -> Double {
    let before = Self.processorMillisecondsOfAll
    _ = try output()
    return Self.processorMillisecondsOfAll - before
  }

  /// The processor time of all ended commands, in milliseconds.
  private static var processorMillisecondsOfAll: Double {
    var usage = rusage()
    // Foundation imports the constant as an enumeration, and the parameter as one or as an
    // integer, which depends on the other modules of a build.
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
  }

  private var process: Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    return process
  }

  private func check(_ process: Process) throws {
    guard process.terminationStatus == 0 else { throw Failure(command: self) }
  }

  struct Failure: Error, CustomStringConvertible {
    let command: Command

    var description: String {
      "The command “\(command.arguments.joined(separator: " "))” failed. Its messages are above."
    }
  }
}
