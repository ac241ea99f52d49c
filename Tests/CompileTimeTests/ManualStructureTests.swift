import Foundation
import Testing

/// The structure of the manual, compared with the reviewed listing of the public API.
@Suite("The structure of the manual")
struct ManualStructureTests {
  private static let manual = Compiler.root.appending(path: "Documentation.docc")

  /// The public types of all modules by their qualified names, with the number of their members.
  private static func types() throws -> [String: Int] {
    var members: [String: Int] = [:]
    var types: Set<String> = []
    for module in ["Waymark", "WaymarkServer", "WaymarkSystem", "WaymarkGraph", "WaymarkTesting"] {
      let listing = try Compiler.text("Tests/CompileTimeTests/Fixtures/PublicAPI/\(module).txt")
      for line in listing.split(separator: "\n") {
        guard let match = line.firstMatch(of: #/^([A-Z][A-Za-z.]*): (.*)$/#) else { continue }
        let (owner, declaration) = (String(match.output.1), match.output.2)
        if declaration.contains(#/^(@\w+ )*(final )?(struct|class|enum|protocol) /#) {
          types.insert(owner)
        } else if !declaration.hasPrefix("extension ") {
          members[owner, default: 0] += 1
        }
      }
    }
    return members.merging(types.map { ($0, 0) }, uniquingKeysWith: +).filter { types.contains($0.key) }
  }

  private static func pages(below folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }
  }

  @Test func `a page curates every type`() throws {
    let curated = try Self.pages(below: Self.manual).reduce(into: Set<String>()) { curated, page in
      let text = try String(contentsOf: page, encoding: .utf8)
      curated.formUnion(text.matches(of: #/\n- ``([A-Za-z]+)``/#).map { String($0.output.1) })
    }
    let types = try Self.types().keys.filter { !$0.contains(".") }
    #expect(types.count > 60)
    #expect(types.filter { !curated.contains($0) }.sorted() == [], "add them to a group of Topics")
  }

  @Test func `a page groups the members of each large type`() throws {
    let pages = Set(
      try Self.pages(below: Self.manual.appending(path: "Types")).map {
        $0.deletingPathExtension().lastPathComponent
      })
    let large = try Self.types().filter { $0.value > 10 }.keys
    #expect(large.count > 10)
    #expect(large.filter { !pages.contains($0) }.sorted() == [], "add a page for them to Types")
  }

  @Test func `code fits the width of a page`() throws {
    for page in try Self.pages(below: Self.manual) {
      let text = try String(contentsOf: page, encoding: .utf8)
      for block in text.matches(of: #/```swift\n((?:.|\n)*?)```/#) {
        let long = block.output.1.split(separator: "\n").filter { $0.count > 72 }.map(String.init)
        #expect(long == [], "\(page.lastPathComponent)")
      }
    }
  }
}
