import Foundation
import Testing

/// A tutorial of the manual: its steps, each with the files that a reader has after it.
struct Tutorial {
  /// The reader's files after a step that shows a file.
  struct Step: Sendable, CustomTestStringConvertible {
    /// The file that the step shows, below the folder of the code.
    let shown: String
    /// The files by their names in the reader's package.
    let files: [String: URL]

    var testDescription: String { shown }

    /// The sources of the application.
    var sources: [String: URL] {
      files.filter { $0.key.hasSuffix(".swift") && !$0.key.hasSuffix("Tests.swift") }
    }
  }

  static let folder = Compiler.fixtures.appending(path: "../../../Documentation.docc/Tutorials")
    .standardizedFileURL

  let steps: [Step]

  /// Reads a tutorial of the manual.
  init(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    var files: [String: URL] = [:]
    steps = text.matches(of: #/@Code\(name: "([^"]+)", file: "([^"]+)"\)/#).map { match in
      let shown = String(match.output.2)
      files[String(match.output.1)] = Self.folder.appending(path: "Code/\(shown)")
      return Step(shown: shown, files: files)
    }
  }
}
