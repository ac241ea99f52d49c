import Foundation
import Testing

@Suite("Code in the README and in the articles")
struct DocumentationTests {
  private static let root = Compiler.fixtures.appending(path: "../../..").standardizedFileURL

  private static let documents: [String] = {
    let folder = root.appending(path: "Documentation.docc")
    let articles = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return ["README.md"]
      + articles.filter { $0.hasSuffix(".md") && !toolkitArticles.contains($0) }.sorted().map {
        "Documentation.docc/\($0)"
      }
  }()

  /// The articles whose code needs a toolkit; the tests of Tests/ToolkitTests compile it.
  private static let toolkitArticles: Set = [
    "MovingFromZIKRouter.md", "PresentingInAppKit.md", "PresentingInUIKit.md",
  ]

  /// What a document leaves out for brevity.
  private static let supplements = ["README.md": "ReadmeSupplement.swift"]

  /// The code of a document compiles without a warning, and its function `example` prints what the comments say.
  @Test(arguments: documents)
  func codeOfADocumentCompilesAndPrintsWhatItsCommentsSay(document: String) async throws {
    let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
    let blocks = text.matches(of: #/```swift\n((?:.|\n)*?)```/#).map { String($0.output.1) }
    try #require(!blocks.isEmpty, "\(document) shows no code")
    let code = blocks.joined(separator: "\n")
    let expected = code.matches(of: #/// prints: (.*)\n/#).map { String($0.output.1) }
    #expect(expected.isEmpty == !code.contains("func example()"), "what an example prints is promised")

    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Document.swift")
    let files =
      [file] + [Self.supplements[document].map { Compiler.fixtures.appending(path: $0) }].compactMap { $0 }
    guard !expected.isEmpty, !Compiler.isSanitized else {
      try code.write(to: file, atomically: true, encoding: .utf8)
      #expect(try await Compiler.typeCheck(files) == [])
      return
    }
    let effects = try #require(code.firstMatch(of: #/func example\(\)( async)?( throws)?/#)).output
    let call = (effects.2 == nil ? "" : "try ") + (effects.1 == nil ? "" : "await ") + "example()"
    let main = """
      @main struct Program {
        @MainActor static func main()\(effects.1 ?? "")\(effects.2 ?? "") { \(call) }
      }

      """
    try (code + main).write(to: file, atomically: true, encoding: .utf8)
    let output = try await Compiler.output(of: files, hasTests: code.contains("import WaymarkTesting"))
    #expect(output.warnings == [])
    #expect(output.text.split(separator: "\n").map(String.init) == expected)
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
