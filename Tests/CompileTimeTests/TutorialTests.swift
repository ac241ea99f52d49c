import Foundation
import Testing

/// The reader's files after a step of a tutorial that shows a file.
struct TutorialStep: Sendable, CustomTestStringConvertible {
  /// The file that the step shows, below the folder of the code.
  let shown: String
  /// The files by their names in the reader's package.
  let files: [String: URL]

  var testDescription: String { shown }
}

@Suite("The steps of the tutorial")
struct TutorialTests {
  private static let folder = Compiler.root.appending(path: "Documentation.docc/Tutorials")

  private static let steps: [TutorialStep] = {
    let text = (try? Compiler.text("Documentation.docc/Tutorials/BuildANotesApp.tutorial")) ?? ""
    var files: [String: URL] = [:]
    return text.matches(of: #/@Code\(name: "([^"]+)", file: "([^"]+)"\)/#).map { match in
      let shown = String(match.output.2)
      files[String(match.output.1)] = folder.appending(path: "Code/\(shown)")
      return TutorialStep(shown: shown, files: files)
    }
  }()

  @Test(arguments: steps.filter { $0.shown.hasSuffix(".swift") })
  func `a step's files compile without warnings`(step: TutorialStep) async throws {
    let sources = step.files.filter { $0.key.hasSuffix(".swift") }
    let messages = try await Self.withCopies(of: sources) { try await Compiler.typeCheck($0) }
    #expect(messages == [])
  }

  /// `WAYMARK_RECORD_MANUAL=1 swift test --filter TutorialTests` writes the program's output to the file.
  @Test(arguments: steps.filter { $0.shown.hasSuffix(".txt") })
  func `a step prints the text of its terminal`(step: TutorialStep) async throws {
    let sources = step.files.filter { $0.key.hasSuffix(".swift") && !$0.key.hasSuffix("Tests.swift") }
    let output = try await Self.withCopies(of: sources) {
      try await Compiler.output(of: $0, module: "Notes").text
    }
    let shown = Self.folder.appending(path: "Code/\(step.shown)")
    if ProcessInfo.processInfo.environment["WAYMARK_RECORD_MANUAL"] == "1" {
      try output.write(to: shown, atomically: true, encoding: .utf8)
    } else {
      let recorded = try String(contentsOf: shown, encoding: .utf8)
      #expect(output == recorded, "run this test with WAYMARK_RECORD_MANUAL=1, and look at the difference")
    }
  }

  @Test func `every file is part of a step`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "Code").path)
    #expect(!files.isEmpty && Self.steps.map(\.shown).sorted() == files.sorted())
  }

  /// Calls a function with copies of files under the names that a reader gives them.
  private static func withCopies<Result>(
    of files: [String: URL], _ body: ([URL]) async throws -> Result
  ) async throws -> Result {
    try await Compiler.withFolder { folder in
      let sorted = files.sorted { $0.key < $1.key }
      for (name, file) in sorted {
        try FileManager.default.copyItem(at: file, to: folder.appending(path: name))
      }
      return try await body(sorted.map { folder.appending(path: $0.key) })
    }
  }
}
