import Foundation

/// A program that a test runs, such as a compiler.
enum Tool {
  struct Result: Sendable {
    let output: String
    let errorText: String
    let code: Int32
  }

  /// The system is neither macOS nor Linux, so it can't run another program.
  struct Unavailable: Error {}

  /// Runs a program, given by its path or by a name that the shell would find.
  ///
  /// A task waits without blocking its thread: other tests run meanwhile.
  static func run(_ program: String, _ arguments: [String]) async throws -> Result {
    await Slots.shared.take()
    do {
      let result = try await runNow(program, arguments)
      await Slots.shared.giveBack()
      return result
    } catch {
      await Slots.shared.giveBack()
      throw error
    }
  }

  private static func runNow(_ program: String, _ arguments: [String]) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
    let (output, errors) = (
      folder.appending(path: UUID().uuidString), folder.appending(path: UUID().uuidString)
    )
    for file in [output, errors] { try Data().write(to: file) }
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    #if os(macOS) || os(Linux)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [program] + arguments
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      let code: Int32 = try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do { try process.run() } catch { continuation.resume(throwing: error) }
      }
      return Result(
        output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
        errorText: String(decoding: try Data(contentsOf: errors), as: UTF8.self), code: code)
    #else
      throw Unavailable()
    #endif
  }

  /// Permits to run programs: as many as there are processors.
  private actor Slots {
    static let shared = Slots(ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private init(_ count: Int) { free = count }

    /// Waits until fewer programs run.
    func take() async {
      guard free == 0 else { return free -= 1 }
      await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
  }
}
