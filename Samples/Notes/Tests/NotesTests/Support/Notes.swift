import Foundation

/// The program, run as a user runs it.
struct Notes {
  struct Result: Equatable {
    let output: String
    let error: String
    let code: Int32
  }

  struct NotBuilt: Error {}

  let store: URL

  /// Runs a command on the store.
  func callAsFunction(_ arguments: String..., withStore: Bool = true) throws -> Result {
    try run(arguments, withStore: withStore)
  }

  /// Runs a command on the store.
  func run(_ arguments: [String], withStore: Bool = true) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: try Self.executablePath())
    process.arguments = arguments + (withStore ? ["--store", store.path] : [])
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let errorText = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      output: String(decoding: text, as: UTF8.self), error: String(decoding: errorText, as: UTF8.self),
      code: process.terminationStatus)
  }

  /// The program beside the running test.
  static func executablePath() throws -> String {
    var folder = Bundle.main.bundleURL.resolvingSymlinksInPath()
    while folder.path != "/" {
      let candidate = folder.appending(path: "notes")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue {
        return candidate.path
      }
      folder.deleteLastPathComponent()
    }
    throw NotBuilt()
  }
}

/// Runs a test with a folder of its own, which is removed afterwards.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "notes-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// Runs asynchronous work in a folder that is removed afterwards.
func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "notes-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
