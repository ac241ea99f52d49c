import Foundation
import Testing

@Suite("Code in the README and in the articles")
struct DocumentationTests {
  private static let root = Compiler.fixtures.appending(path: "../../..").standardizedFileURL

  private static let documents: [String] = {
    let folder = root.appending(path: "Documentation.docc")
    let articles = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return ["README.md"] + articles.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation.docc/\($0)" }
  }()

  /// What a document leaves out for brevity.
  private static let supplements = ["README.md": "ReadmeSupplement.swift"]

  @Test(arguments: documents)
  func codeOfADocumentCompilesWithoutAWarning(document: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
    let blocks = text.matches(of: #/```swift\n((?:.|\n)*?)```/#).map { String($0.output.1) }
    try #require(!blocks.isEmpty, "\(document) shows no code")

    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Document.swift")
    try blocks.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let supplement = Self.supplements[document].map { Compiler.fixtures.appending(path: $0) }
    let messages = try Compiler.typeCheck([file] + [supplement].compactMap { $0 })
    #expect(messages == [])
  }

  /// What the code of a document has in its function `example` prints as the comments beside it say.
  @Test(arguments: documents)
  func examplePrintsWhatItsCommentsSay(document: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
    let blocks = text.matches(of: #/```swift\n((?:.|\n)*?)```/#).map { String($0.output.1) }
    let code = blocks.joined(separator: "\n")
    let expected = code.matches(of: #/// prints: (.*)\n/#).map { String($0.output.1) }
    guard !expected.isEmpty else {
      // Nothing is promised, or it is promised by an example that is not run.
      #expect(!code.contains("func example()"))
      return
    }
    let isAsync = code.contains("func example() async")
    let program =
      code + "\n@main struct Program { @MainActor static func main() "
      + (isAsync ? "async throws { try await example() } }\n" : "throws { try example() } }\n")
    let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try program.write(to: file, atomically: true, encoding: .utf8)
    let output = try Compiler.output(of: [file], hasTests: code.contains("import WaymarkTesting"))
    #expect(output.split(separator: "\n").map(String.init) == expected)
  }

  @Test func atLeastNineDocumentsHaveAnExampleThatRuns() throws {
    let run = try Self.documents.filter {
      try String(contentsOf: Self.root.appending(path: $0), encoding: .utf8).contains("// prints: ")
    }
    #expect(run.count >= 9, "\(run)")
  }

  @Test func articlesAreFound() {
    #expect(Self.documents.count >= 4)
  }

  @Test func readmeHas80To120Lines() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect((80...120).contains(text.split(separator: "\n", omittingEmptySubsequences: false).count))
  }
}
