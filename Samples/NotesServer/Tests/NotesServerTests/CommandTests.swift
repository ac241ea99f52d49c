import Foundation
import Testing

/// The command line.
@Suite struct CommandTests {
  @Test(arguments: [
    ([], ["web", "storage", "routes"]),
    (
      ["web"],
      [
        "--host", "--port", "--storage", "--deadline", "--log-level", "--profile", "--secure",
        "--trust-forwarded-for", "--domain", "--app-id", "--changes",
      ]
    ),
    (["storage"], ["--host", "--port", "--folder", "--log-level"]), (["routes"], ["--storage", "--format"]),
  ])
  func helpListsEverything(_ command: [String], _ words: [String]) throws {
    let result = try run(command + ["--help"])
    #expect(result.code == 0)
    for word in words { #expect(result.output.contains(word)) }
  }

  @Test(arguments: [
    (
      ["web", "--storage", "grpc://nowhere"],
      "--storage is a folder or grpc://host:port, not 'grpc://nowhere'"
    ),
    (["web", "--storage", "http://a:1"], "--storage is a folder or grpc://host:port, not 'http://a:1'"),
    (["web", "--port", "70000"], "--port is a number up to 65535"),
    (["web", "--profile", "other"], "the only profile is 'development', not 'other'"),
    (["web", "--deadline", "0"], "--deadline is a number of seconds"),
    (["web", "--changes", "0"], "--changes is a positive number"),
  ])
  func aWrongOptionIsExplained(_ arguments: [String], _ message: String) throws {
    let result = try run(arguments)
    #expect(result.code == 64)
    #expect(result.error.contains("Error: \(message)\n"))
  }

  @Test func theGraphIsPrintedWithoutStartingAnything() throws {
    let graph = try run(["routes", "--storage", "/proc/nowhere"])
    #expect(graph.code == 0)
    #expect(graph.output.hasPrefix("digraph"))
    let remote = try run(["routes", "--format", "mermaid", "--storage", "grpc://127.0.0.1:1"])
    #expect(remote.output.contains("StorageConnection") && !remote.output.contains("NotesDatabase"))
  }

  @Test func aFolderThatCannotBeUsedEndsTheProgram() throws {
    let result = try run(["web", "--port", "0", "--storage", "/proc/nowhere"])
    #expect(result.code == 1)
    #expect(result.error.contains("NotesDatabase"))
  }

  private func run(_ arguments: [String]) throws -> (output: String, error: String, code: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: try ServerProcess.executablePath("notes-server"))
    process.arguments = arguments
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let problem = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      String(decoding: text, as: UTF8.self), String(decoding: problem, as: UTF8.self),
      process.terminationStatus
    )
  }
}
