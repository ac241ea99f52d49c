import Foundation

/// A code block in a documentation comment: lines that are indented by four spaces, after an empty line.
struct CommentExample {
  let file: URL
  /// The line of the file where the example begins, counted from 1.
  let line: Int
  let code: [String]

  /// Returns the examples of a source file.
  static func all(in file: URL) throws -> [CommentExample] {
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
    var examples: [CommentExample] = []
    for (index, line) in lines.enumerated() where isCode(line) {
      if let last = examples.last, last.line + last.code.count == index + 1 {
        examples.removeLast()
        examples.append(CommentExample(file: file, line: last.line, code: last.code + [code(line)]))
      } else if let previous = lines[..<index].last, previous == "///" {
        // An empty line in an example separates its parts. The text after a list item isn't code.
        if let last = examples.last, last.line + last.code.count == index {
          examples.removeLast()
          examples.append(CommentExample(file: file, line: last.line, code: last.code + ["", code(line)]))
        } else {
          examples.append(CommentExample(file: file, line: index + 1, code: [code(line)]))
        }
      }
    }
    return examples
  }

  private static func isCode(_ line: Substring) -> Bool { line.hasPrefix("///     ") }
  private static func code(_ line: Substring) -> String { String(line.dropFirst(8)) }

  /// Returns the example inside the code that it needs to compile, according to its first line.
  func source(_ name: String) -> String {
    let first = code.first { !$0.hasPrefix("@") || $0.contains(" func ") || $0.contains(" class ") } ?? ""
    let (before, after): (String, String) =
      if first.contains(#/^(?:public |final |override |@\S+ )*extension /#) {
        ("", "")
      } else if code[0].hasPrefix("@Test") {
        ("struct \(name) {", "}")
      } else if first.contains(#/^(?:public |final |override |@.* )*func /#) {
        ("@MainActor final class \(name): ExampleOfAFunction {", "}")
      } else if first.contains(#/^(?:public |final |@\S+ )*(?:struct|class|enum|protocol) /#) {
        ("enum \(name) {", "}")
      } else if first.contains(
        #/^(?:Route|FallbackRoute|Adapter|DiscoveredModules)\(|^(?:Intercepts|Observes) \{/#)
      {
        ("struct \(name): RouteModule { var routes: Routes {", "} }")
      } else if first.contains(#/^(?:URLPattern|(?:View|Service)(?:Module)?)\(/#) {
        (
          "struct \(name): RouteModule { var routes: Routes { Route(Editor.self) {"
            + (first.hasPrefix("URLPattern") ? "\nView<any EditorInput>()" : ""),
          "} make: { _ in preconditionFailure() } } }"
        )
      } else {
        ("@MainActor final class \(name): ExampleOfStatements { func run() async throws {", "} }")
      }
    let body = code.map { $0.replacing("{ … }", with: "{}") }.joined(separator: "\n")
    return """
      \(before)
      #sourceLocation(file: "\(file.path)", line: \(line))
      \(body)
      #sourceLocation()
      \(after)

      """
  }
}
