import Foundation
import Testing

@Suite("The code in README and in the articles")
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
  func compilesWithoutAWarning(document: String) throws {
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

  @Test func thereAreArticles() {
    #expect(Self.documents.count >= 4)
  }

  @Test func theReadmeIsShort() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect((80...150).contains(text.split(separator: "\n", omittingEmptySubsequences: false).count))
  }
}
