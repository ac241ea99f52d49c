import Foundation
import Testing

@Suite("Compile-time checks of misuse")
struct CompileTimeTests {
  /// Waymark's part of the compiler's message for each marked line, in the order of the file.
  ///
  /// The message is nil if Swift itself refuses the line, because Swift's wording changes with the compiler.
  private static let refusals: [(of: String, message: String?)] = [
    (
      "no factory and no init()",
      "this route has no factory, or its entries are of two kinds: conform the destination to ViewDestination or ServiceDestination, or pass its initializer, as in Route(Editor.init(store:)), or add make: { … }; and provide it as View<…> or as Service<…>, not as both"
    ),
    (
      "not declared routable",
      "this type is not declared routable as a view without a name, or its init() is not public and another module declares it. Write its name, as in View(.editor), or declare it with: extension RoutableView where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
    ),
    ("not an EditorInput", nil),
    (
      "view and service",
      "a route is a view's or a service's: provide the destination as View<…> or as Service<…>, and declare a second route for the other kind. Only a view's route has entries such as Supports and Leaves"
    ),
    ("initializer needs the main actor", nil),
    ("a view in a nonisolated type", nil),
    (
      "not declared routable",
      "this type is not declared routable as a service without a name, or its init() is not public and another module declares it. Write its name, as in Service(.store), or declare it with: extension RoutableService where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
    ),
    (
      "not Sendable",
      "several threads use a service with this lifetime: make its type Sendable, or remove the lifetime, such as Singleton() or Scoped(to:)"
    ),
    ("not a class", "WeaklyShared() and Kept(by:) need a class or an actor: a value cannot be shared"),
    ("not on the main actor", nil),
    (
      "declared as a view",
      "this type is not declared routable as a service without a name, or its init() is not public and another module declares it. Write its name, as in Service(.store), or declare it with: extension RoutableService where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
    ),
    ("neither view nor service", "this route provides nothing: add View<…>() or Service<…>() to its entries"),
    (
      "a module",
      "a view's configuration is injected as its router: declare the property as ModuleViewRouter<…>"
    ),
  ]

  /// The lines of a fixture with a mark, and the text of each mark.
  private static func marks(
    _ mark: Regex<(Substring, Substring)>, in name: String
  ) throws -> [(line: Int, text: Substring)] {
    let source = try String(contentsOf: Compiler.fixtures.appending(path: name), encoding: .utf8)
    return source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line -> (line: Int, text: Substring)? in
        line.firstMatch(of: mark).map { (index + 1, $0.output.1) }
      }
  }

  @Test func `the compiler refuses each misuse of the contract with Waymark's message`() async throws {
    let marked = try Self.marks(#/// refused: (.*)$/#, in: "Misuse.swift")
    let messages = try await Compiler.typeCheck(["Declarations.swift", "Misuse.swift"])
    #expect(marked.map { String($0.text) } == Self.refusals.map(\.of))
    for (mark, refusal) in zip(marked, Self.refusals) {
      let said = messages.filter { $0.line == mark.line }.map(\.text)
      let isRefused = said.contains { $0.hasPrefix("error: ") && $0.hasSuffix(refusal.message ?? "") }
      #expect(isRefused, "line \(mark.line): \(said)")
    }
    let article = try String(
      contentsOf: Compiler.fixtures.appending(path: "../../../Documentation.docc/Messages.md"),
      encoding: .utf8)
    for message in Self.refusals.compactMap(\.message) {
      #expect(article.contains(message), "the manual shows: \(message)")
    }
    let elsewhere = messages.filter { message in !marked.contains { $0.line == message.line } }
    #expect(elsewhere == [], "nothing but the marked lines is refused")
  }

  @Test(arguments: [
    ("MoreMisuse.swift", 42), ("NewcomersMisuse.swift", 74), ("ShownMisuse.swift", 14),
    ("IsolationMisuse.swift", 5), ("RemovedParts.swift", 16),
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

  @Test func `the changelog lists each removed part`() throws {
    let changelog = try String(
      contentsOf: Compiler.fixtures.appending(path: "../../../.github/CHANGELOG.md"), encoding: .utf8)
    let table = try #require(changelog.firstMatch(of: #/### Before 1\.0\n(?:.*\n)*?((?:\|.*\n)+)/#)).output.1
    let source = try String(
      contentsOf: Compiler.fixtures.appending(path: "RemovedParts.swift"), encoding: .utf8)
    let parts = source.matches(of: #/// error: .*'(\w+)'( in scope)?$/#.anchorsMatchLineEndings())
    #expect(parts.count == 16)
    for part in parts { #expect(table.contains(part.output.1), "\(part.output.1)") }
  }
}
