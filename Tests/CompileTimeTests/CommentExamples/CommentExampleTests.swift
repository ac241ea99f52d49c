import Foundation
import Testing

@Suite("Examples in documentation comments")
struct CommentExampleTests {
  private static func examples() throws -> [(file: URL, examples: [CommentExample])] {
    let sources = Compiler.root.appending(path: "Sources")
    let modules = [
      "WaymarkCore", "WaymarkNavigation", "WaymarkServer", "WaymarkSystem", "WaymarkCoreTesting",
      "WaymarkTesting",
    ]
    return try modules.flatMap { module -> [URL] in
      let folder = sources.appending(path: module)
      let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      return files.filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0) }
    }.map { (file: $0, examples: try CommentExample.all(in: $0)) }
  }

  @Test func `every example compiles`() async throws {
    let modules = ["Foundation", "Testing", "Waymark", "WaymarkServer", "WaymarkSystem", "WaymarkTesting"]
    let imports = modules.map { "import \($0)\n" }.joined()
    let all = try Self.examples()
    let messages = try await Compiler.withFolder { folder in
      var files = [Compiler.fixtures.appending(path: "ExampleSupport.swift")]
      for (number, (_, examples)) in all.enumerated() where !examples.isEmpty {
        let source = examples.enumerated().map { $1.source("Example\(number)_\($0)") }.joined()
        let file = folder.appending(path: "Examples\(number).swift")
        try (imports + source).write(to: file, atomically: true, encoding: .utf8)
        files.append(file)
      }
      return try await Compiler.typeCheck(files)
    }
    // An example may end with a value that it doesn't use.
    let unused = #/warning: .*(?:never used|unused|never mutated)/#
    #expect(messages.filter { !$0.text.contains(unused) } == [])
  }

  @Test func `the most used declarations have an example`() throws {
    #expect(try Self.examples().map(\.examples.count).reduce(0, +) >= 200)
  }
}
