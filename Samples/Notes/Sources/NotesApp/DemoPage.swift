import Foundation
import NotesInterfaces
import ScreenKit
import Waymark

/// The printed page of the tour: titles, the lines of code, and the results.
@MainActor
struct DemoPage {
  /// The columns of the page.
  private static let width = 100

  let write: (String) -> Void

  /// Prints a section with the code of a closure, and its result.
  @discardableResult
  func section<Result>(
    _ title: String, file: StaticString = #fileID, path: String = #filePath, line: Int = #line,
    _ run: () throws -> Result
  ) rethrows -> Result {
    begin(title, file: file, path: path, line: line)
    let result = try run()
    show(result)
    return result
  }

  /// Prints a section with the code of a closure, and the error that it throws.
  func refused(
    _ title: String, file: StaticString = #fileID, path: String = #filePath, line: Int = #line,
    _ run: () throws -> Registry
  ) {
    begin(title, file: file, path: path, line: line)
    do {
      show(try run())
    } catch {
      show("\(error)")
    }
  }

  /// Prints the pages to read next.
  func end() {
    write(
      """

      Read next
        a module of this application      Samples/Notes/Sources/NotesEditor/EditorModule.swift
        a package of your own             .github/manual/GettingStarted.md
        an answer with code               .github/manual/Cookbook.md
      or run it in your terminal: swift run --package-path Samples/Notes notes browse
      """)
  }

  private func begin(_ title: String, file: StaticString, path: String, line: Int) {
    write("\n\(title)\n")
    write("    \(file):\(line + 1)")
    for line in Self.code(of: path, after: line) { write("    | \(line)") }
    write("")
  }

  /// Returns the lines of a closure that begins in a line, without their indentation.
  ///
  /// There are none where the program runs without its sources.
  private static func code(of path: String, after line: Int) -> [Substring] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indentation = String(lines[line - 1].prefix { $0 == " " })
    return lines[line...].prefix { $0 != indentation + "}" }.map { $0.dropFirst(indentation.count + 2) }
  }

  private func show(_ result: Any) {
    switch result {
    case let screen as any Screen: indent(screen.render(width: 60))
    case let registry as Registry:
      write("\(RouteTable(registry, columns: [.destination, .provides, .declared]))")
    case let note as Note: write("Note \(note.id): \(note.title)")
    default: for line in "\(result)".split(separator: "\n") { writeWrapped(line) }
    }
  }

  private func indent(_ lines: [String]) {
    for line in lines { write(line.isEmpty ? "" : "    \(line)") }
  }

  /// Writes a line of a message, broken between words.
  private func writeWrapped(_ line: Substring) {
    let indentation = String(line.prefix { $0 == " " }) + "  "
    let lines = TextLayout.wrap(String(line), width: Self.width - indentation.count)
    for (index, line) in lines.enumerated() { write(index == 0 ? line : indentation + line) }
  }
}
