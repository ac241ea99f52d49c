import Foundation
import Testing

@Suite("Compile-time checks of misuse")
struct CompileTimeTests {
  /// A part of Waymark's message for each marked line of the contract, in the order of the file.
  ///
  /// It's nil if Swift itself refuses the line, because Swift's wording changes with the compiler.
  private static let refusals: [(of: String, message: String?)] = [
    ("no factory and no init()", "this route has no factory, or its entries are of two kinds"),
    ("not declared routable", "this type is not declared routable as a view without a name"),
    ("not an EditorInput", nil),
    ("view and service", "a route is a view's or a service's"),
    ("initializer needs the main actor", nil),
    ("a view in a nonisolated type", nil),
    ("not declared routable", "this type is not declared routable as a service without a name"),
    ("not Sendable", "several threads use a service with this lifetime"),
    ("not a class", "WeaklyShared() and Kept(by:) need a class or an actor"),
    ("not on the main actor", nil),
    ("declared as a view", "this type is not declared routable as a service without a name"),
    ("neither view nor service", "this route provides nothing"),
    ("a module", "a view's configuration is injected as its router"),
  ]

  /// The lines of a fixture with a mark, and the text of each mark.
  private static func marks(
    _ mark: Regex<(Substring, Substring)>, in name: String
  ) throws -> [(line: Int, text: Substring)] {
    try Compiler.text("Tests/CompileTimeTests/Fixtures/\(name)").split(
      separator: "\n", omittingEmptySubsequences: false
    ).enumerated()
      .compactMap { index, line -> (line: Int, text: Substring)? in
        line.firstMatch(of: mark).map { (index + 1, $0.output.1) }
      }
  }

  @Test func `the compiler refuses each misuse of the contract with the message in the manual`() async throws
  {
    let marked = try Self.marks(#/// refused: (.*)$/#, in: "Misuse.swift")
    let messages = try await Compiler.typeCheck(["Declarations.swift", "Misuse.swift"])
    let manual = try Compiler.text("Documentation.docc/Messages.md")
    #expect(marked.map { String($0.text) } == Self.refusals.map(\.of))
    for (mark, refusal) in zip(marked, Self.refusals) {
      let said = messages.filter { $0.line == mark.line && $0.text.hasPrefix("error: ") }.map(\.text)
      guard let message = refusal.message else {
        #expect(!said.isEmpty, "line \(mark.line)")
        continue
      }
      let isInManual = said.contains { text in
        text.firstRange(of: message).map { manual.contains(text[$0.lowerBound...]) } ?? false
      }
      #expect(isInManual, "line \(mark.line): \(said)")
    }
    let elsewhere = messages.filter { message in !marked.contains { $0.line == message.line } }
    #expect(elsewhere == [], "nothing but the marked lines is refused")
  }

  @Test(arguments: [
    ("MoreMisuse.swift", 47), ("NewcomersMisuse.swift", 77), ("ShownMisuse.swift", 17),
    ("RemovedParts.swift", 16),
  ])
  func `the compiler refuses each misuse beyond the contract`(in name: String, count: Int) async throws {
    let messages = try await Compiler.typeCheck(["Declarations.swift", name])
    let expected = try Self.marks(#/// error: ?(.*)$/#, in: name)
    for (line, text) in expected {
      let said = messages.filter { $0.line == line }.map(\.text)
      #expect(
        said.contains { $0.hasPrefix("error: ") && (text.isEmpty || $0.contains(text)) },
        "line \(line): \(said)")
    }
    #expect(Set(messages.map(\.line)) == Set(expected.map(\.line)))
    #expect(!messages.contains { $0.text.contains("'Contents' could not be inferred") })
    #expect(expected.count == count)
  }

  @Test func `the ways around crashes of the compiler compile`() async throws {
    #expect(try await Compiler.compile(["CompilerLimits.swift"]) == [])
  }

  @Test(arguments: [[], Compiler.swift5])
  func `every form of a declaration takes functions, also in Swift 5 mode`(flags: [String]) async throws {
    #expect(try await Compiler.typeCheck(["Declarations.swift", "FunctionForms.swift"], flags) == [])
  }

  @Test func `the changelog lists each removed part`() throws {
    let changelog = try Compiler.text(".github/CHANGELOG.md")
    let table = try #require(changelog.firstMatch(of: #/### Before 1\.0\n(?:.*\n)*?((?:\|.*\n)+)/#)).output.1
    let source = try Compiler.text("Tests/CompileTimeTests/Fixtures/RemovedParts.swift")
    let parts = source.matches(of: #/// error: .*'(\w+)'( in scope)?$/#.anchorsMatchLineEndings())
    #expect(parts.count == 16)
    for part in parts { #expect(table.contains(part.output.1), "\(part.output.1)") }
  }
}
