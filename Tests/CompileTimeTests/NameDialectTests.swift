import Foundation
import Testing

/// The files of the repository write names in one way: as static properties of tokens, `.clock`.
@Suite("The spelling of names")
struct NameDialectTests {
  /// Words of the dialect with key paths, which the library had before.
  ///
  /// They're put together here, so that this file has none of them.
  private static let formerWords = [("Routa", "bles"), ("Undeclared", "Name")].map { $0 + $1 }

  /// The key paths in calls that take a token.
  private static let keyPaths = [
    #"\b(Routable)?(Service|View)s?(Module)?\(\s*\\\.[a-z]"#,
    #"\b(Routed|Requires|Takes|Adapter|Decorates|Overrides|Replaces|ask|registry|resolver|routes)\(\s*\\\.[a-z]"#,
    #"\$0\(\s*\\\.[a-z]"#,
    #"\b(makeDestinations?|contributions|[rR]outer|perform|canPerform|Contributes|started)\((to|of): *\\\.[a-z]"#,
    #"\b(Router|registry)\.to\(\s*\\\.[a-z]"#,
    #"\b(Adapter|Requires|Takes)\(.*, *(for: *)?\\\.[a-z]"#,
  ]

  private static func files() throws -> [URL] {
    let folders = ["Sources", "Tests", "Samples", "Documentation.docc", ".ci"]
    let kinds: Set = ["swift", "md", "tutorial", "txt", "json", "sh", ""]
    var files = [Compiler.root.appending(path: "README.md"), Compiler.root.appending(path: "Package.swift")]
    for folder in folders {
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: Compiler.root.appending(path: folder).path)
      files += paths.filter { !$0.contains(".build/") }.map {
        Compiler.root.appending(path: "\(folder)/\($0)")
      }
      .filter { kinds.contains($0.pathExtension) }
    }
    return files
  }

  /// Returns the lines with a name of the former dialect.
  private static func leftovers(in text: String) throws -> [String] {
    let words = try formerWords.filter(text.contains).map { try Regex("\\b\($0)\\b") }
    guard !words.isEmpty || text.contains("\\.") else { return [] }
    let paths = try keyPaths.map { try Regex($0).wordBoundaryKind(.simple) }
    return text.split(separator: "\n").filter { line in
      // Newcomers also write the backslash, and the compiler refuses it.
      if line.contains("// error: write the name without a backslash") { return false }
      return words.contains { line.contains($0) }
        || line.contains("\\.") && paths.contains { line.contains($0) }
    }.map(String.init)
  }

  @Test func `no file of the repository has a leftover`() throws {
    let files = try Self.files()
    #expect(files.count > 500)
    for file in files {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      #expect(try Self.leftovers(in: text) == [], "\(file.path)")
    }
  }

  // A number sign stands for a backslash, and in "#s" for nothing.
  @Test(arguments: [
    (#"Route(Clock.init) { Service(#.clock) }"#, true), (#"@Routed(#.clock) var clock"#, true),
    (#"try $0(#.clock)"#, true), (#"try registry.makeDestination(to: #.clock)"#, true),
    (#"Adapter(View(.a), for: #.b)"#, true), (#"Requires(.a, #.b)"#, true),
    (#"Contributes(to: #.checks)"#, true), (#"Router.perform(to: #.editor, path: path)"#, true),
    (#"Router.to(#.editor)"#, true), ("extension Routable#s {}", true),
    (#"routes.map(#.urls)"#, false), (#"URLPattern("notes://#(#.folder)")"#, false),
    (#"Kept(by: #String.count)"#, false), (#"@Environment(#.routeWindow) private var window"#, false),
    (#"@Injected(#.store)"#, false), (#"Service(.clock)"#, false),
    (#"registry.makeDestinations(of: .menu).map(#.title)"#, false), ("RoutablesOfRegistryTests", false),
  ])
  func `the test finds only leftovers`(code: String, isLeftover: Bool) throws {
    let code = code.replacing("#s", with: "s").replacing("#", with: "\\")
    #expect(try Self.leftovers(in: code) == (isLeftover ? [code] : []))
  }
}
