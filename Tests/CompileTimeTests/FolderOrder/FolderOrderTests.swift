import Foundation
import Testing

@Suite("Order of the library's folders")
struct FolderOrderTests {
  /// The order of the folders of `Sources/WaymarkCore`, and of those of `Sources/WaymarkNavigation` after them.
  ///
  /// Errors are raised everywhere, and say where and about what, so they may be named by all folders. So may
  /// `Registry` and `Resolver`, which the closures and modules of users are given, and `Routed`, by which a destination
  /// declares what it needs.
  private static let order = FolderOrder(
    folders: [
      "Tokens", "Declarations", "Compilation", "Registry", "Resolution", "Errors", "Diagnostics", "Routers",
      "Injection", "Discovery", "Graph", "Performing", "URLs", "Navigation",
    ],
    sharedFolders: ["Errors", "Diagnostics"],
    sharedTypes: [
      "Diagnostic", "DeclarationLocation", "RegistryError", "RouteError", "Registry", "Resolver",
      "Routed",
    ])

  @Test func everyFolderUsesOnlyTypesOfTheFoldersAboveIt() throws {
    let files = try ["WaymarkCore", "WaymarkNavigation"].flatMap { module in
      let root = Compiler.fixtures.appending(path: "../../../Sources/\(module)").standardizedFileURL
      let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
      return try paths.filter { $0.hasSuffix(".swift") }.map { path in
        SourceFile(path: path, source: try String(contentsOf: root.appending(path: path), encoding: .utf8))
      }
    }
    #expect(files.count > 100)
    let violations = Self.order.violations(in: files)
    if !violations.isEmpty {
      Issue.record(
        "\(violations.count) types are named above the folder that declares them:\n\(violations.joined(separator: "\n"))"
      )
    }
  }

  /// Returns the violations of two folders, `Low` before `High`, and `Errors`, which all may name.
  private func violations(_ files: KeyValuePairs<String, String>) -> [String] {
    FolderOrder(folders: ["Low", "Errors", "High"], sharedFolders: ["Errors"], sharedTypes: ["Handle"])
      .violations(in: files.map { SourceFile(path: $0.key, source: $0.value) })
  }

  @Test(arguments: [
    "struct Upper {}", "public final class Upper: Sendable {}", "package enum Upper: Int { case one }",
    "@MainActor public protocol Upper: AnyObject {}", "actor Upper {}", "typealias Upper = Int",
    "#if os(Linux)\nstruct Upper<Element> {}\n#endif",
    "extension Int { func f() {} }\nindirect enum Upper {}",
    "private struct Other { class func make() { if true {} } }\nstruct Upper {}",
  ])
  func useOfATypeFromALaterFolderIsFound(declaration: String) {
    #expect(
      violations(["High/Upper.swift": declaration, "Low/User.swift": "let user: Upper? = nil"])
        == ["Low/User.swift: names Upper of High"])
    #expect(violations(["Low/Upper.swift": declaration, "High/User.swift": "let user: Upper? = nil"]) == [])
    #expect(violations(["High/Upper.swift": declaration, "High/Deep/User.swift": "let a = Upper()"]) == [])
  }

  @Test(arguments: [
    "extension Upper { func f() {} }", "extension Waymark.Upper {}", "func f() { _ = [Upper]() }",
    "struct User<Element: Upper> {}", "func f<Element>(_: Element) where Element == Upper {}",
    "@Upper func f() {}", "let text = \"\\(Upper())\"", "let text = #\"a \"\\#(f(\"\\(Upper.self)\"))\"#",
    "let text = \"\"\"\n  \"a\" \\(Upper())\n  \"\"\"", "typealias Other = Upper",
    "let text = \"\\(f(1) + Upper.name)\"", "let all = 0...Upper.count", "let f: () -> Upper",
    "let a = `Upper`()", "let a = b / Upper.c / d",
    "let isSame = #/\"/# == Upper.pattern", "struct Lower { typealias Upper = Waymark.Upper }",
    "/* a /* b */ c */ let a: Upper", "let a = \"\\\\\" + Upper.name",
  ])
  func useOfATypeIsFound(source: String) {
    #expect(
      violations(["High/Upper.swift": "struct Upper {}", "Low/User.swift": source])
        == ["Low/User.swift: names Upper of High"])
  }

  @Test(arguments: [
    "// Upper", "/// Upper\nlet a = 1", "/* Upper /* Upper */ Upper */", "let a = \"Upper\"",
    "let a = \"\\\"Upper\"", "let a = \"\"\"\n  \"Upper\"\n  \"\"\"", "let a = #\"\\(Upper)\"\"#",
    "let a = #/Upper\"/#", "let a = b.Upper", "let a: Other.Upper", "let a = UpperMost()", "let Upper2 = 1",
    "func f<Upper>(_: Upper) {}", "func f<each Upper>(_: repeat each Upper) {}", "init?<A: B, Upper>() {}",
    "struct User<Upper> { let a: Upper }", "protocol User { associatedtype Upper; var a: Upper { get } }",
    "struct User { struct Upper {}; let a: Upper }", "private struct Upper {}\nlet a = Upper()",
    "extension User { enum Upper { case one }; var a: Upper { .one } }",
    "func f() { struct Upper {}; _ = Upper() }",
    "subscript<Upper>(a: Upper) -> Int { 0 }",
  ])
  func textThatOnlyLooksLikeAUseIsIgnored(source: String) {
    #expect(violations(["High/Upper.swift": "struct Upper {}", "Low/User.swift": source]) == [])
  }

  @Test func nestedTypeIsResolvedInExtensionsOfItsOuterType() {
    #expect(
      violations([
        "High/Upper.swift": "struct Upper {}", "Low/User.swift": "struct User<Upper> {}",
        "Low/User+more.swift": "extension User { func f() -> Upper }",
        "Low/Other.swift": "func f() -> Upper",
      ]) == ["Low/Other.swift: names Upper of High"])
  }

  @Test func nestedTypeBelongsToTheFolderOfItsOuterType() {
    #expect(
      violations([
        "High/Upper.swift": "struct Upper { enum Kind {} }", "Low/A.swift": "let a: Kind",
        "Low/B.swift": "let a: Upper.Kind\nlet b: Upper",
      ]) == ["Low/B.swift: names Upper of High"])
  }

  @Test func sharedFoldersMayBeUsedByAllFolders() {
    #expect(
      violations([
        "Errors/Mistake.swift": "struct Mistake { let a: Lower; let b: Upper }",
        "High/Upper.swift": "struct Upper {}\nfinal class Handle {}",
        "Low/Lower.swift": "struct Lower { let a: Mistake.Code; let b: Handle }",
      ]) == ["Errors/Mistake.swift: names Upper of High"])
  }

  @Test func privateAndAmbiguousTypesAreIgnored() {
    #expect(
      violations([
        "High/A.swift": "private struct Only {}\nstruct Both {}", "Low/A.swift": "struct Both {}",
        "Low/B.swift": "let a: Only\nlet b: Both",
      ]) == [])
  }

  @Test func folderThatIsNotListedIsReported() {
    #expect(
      violations(["Helpers/A.swift": "", "Main.swift": ""])
        == [
          "Helpers/A.swift: its folder has no place in the order",
          "Main.swift: its folder has no place in the order",
        ])
  }
}
