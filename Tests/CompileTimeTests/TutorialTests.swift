import Foundation
import Testing

@Suite("The steps of the tutorial")
struct TutorialTests {
  private static let steps = (try? Tutorial("BuildANotesApp.tutorial").steps) ?? []

  @Test(arguments: steps.filter { $0.shown.hasSuffix(".swift") })
  func `a step's files compile without warnings`(step: Tutorial.Step) async throws {
    let sources = step.files.filter { $0.key.hasSuffix(".swift") }
    let messages = try await Self.withCopies(of: sources) { try await Compiler.typeCheck($0) }
    #expect(messages == [])
  }

  /// `WAYMARK_RECORD_MANUAL=1 swift test --filter TutorialTests` writes the program's output to the file.
  @Test(arguments: steps.filter { $0.shown.hasSuffix(".txt") })
  func `a step prints the text of its terminal`(step: Tutorial.Step) async throws {
    let output = try await Self.withCopies(of: step.sources) {
      try await Compiler.output(of: $0, module: "Notes").text
    }
    let shown = Tutorial.folder.appending(path: "Code/\(step.shown)")
    if ProcessInfo.processInfo.environment["WAYMARK_RECORD_MANUAL"] == "1" {
      try output.write(to: shown, atomically: true, encoding: .utf8)
    } else {
      let recorded = try String(contentsOf: shown, encoding: .utf8)
      #expect(output == recorded, "run this test with WAYMARK_RECORD_MANUAL=1, and look at the difference")
    }
  }

  @Test func `every file is part of a step`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Tutorial.folder.appending(path: "Code").path)
    #expect(Self.steps.map(\.shown).sorted() == files.sorted())
  }

  /// Calls a function with copies of files under the names that a reader gives them.
  private static func withCopies<Result>(
    of files: [String: URL], _ body: ([URL]) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = files.keys.sorted()
    for name in names {
      if let file = files[name] {
        try FileManager.default.copyItem(at: file, to: folder.appending(path: name))
      }
    }
    return try await body(names.map { folder.appending(path: $0) })
  }
}
