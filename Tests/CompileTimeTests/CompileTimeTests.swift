import Foundation
import Testing

@Suite("What compiles, and what does not")
struct CompileTimeTests {
  /// What the compiler says of each line that is marked, in the order of the file.
  private static let refusals: [(of: String, message: String)] = [
    (
      "no factory and no init()",
      "'init(_:fileID:line:_:prepare:)' is unavailable: nothing says how this destination is made, or its entries are of two kinds: conform it to ViewDestination or ServiceDestination, or pass its initializer, as in Route(Editor.init(store:)), or add make: { … }; and provide it as View<…> or as Service<…>, not as both"
    ),
    (
      "not declared routable",
      "'init()' is unavailable: this type is not declared routable as a view; declare it with: extension RoutableView where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
    ),
    (
      "not an EditorInput",
      "cannot convert value of type 'HeadingEditor' to closure result type 'any EditorInput'"
    ),
    (
      "view and service",
      "'init(_:fileID:line:_:make:prepare:)' is unavailable: a route is a view's or a service's: provide the destination as View<…> or as Service<…>, and declare a second route for the other kind"
    ),
    (
      "initializer needs the main actor",
      "converting function value of type '@MainActor @Sendable (any NoteStore, any TimeSource) -> StoredEditor' to '@Sendable (any NoteStore, any TimeSource) throws -> StoredEditor' loses global actor 'MainActor'"
    ),
    ("a view in a nonisolated type", "main actor-isolated default value in a nonisolated context"),
    (
      "not declared routable",
      "'init()' is unavailable: this type is not declared routable as a service; declare it with: extension RoutableService where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
    ),
    (
      "not Sendable",
      "'init(_:fileID:line:_:make:prepare:)' is unavailable: a singleton or weakly shared service is used by several threads: make its type Sendable, or leave Singleton() and WeaklyShared() out"
    ),
    (
      "not a class",
      "'buildExpression' is unavailable: WeaklyShared() needs a class or an actor: a value cannot be shared"
    ),
    (
      "not on the main actor",
      "call to main actor-isolated instance method 'makeDestination(to:)' in a synchronous nonisolated context [#ActorIsolatedCall]"
    ),
    (
      "declared as a view",
      "'init()' is unavailable: this type is not declared routable as a service; declare it with: extension RoutableService where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
    ),
    (
      "neither view nor service",
      "'init(_:fileID:line:_:make:prepare:)' is unavailable: this route provides nothing: add View<…>() or Service<…>() to its entries"
    ),
    (
      "a module",
      "'init(_:fileID:line:)' is unavailable: a view's configuration is injected as its router: declare the property as ModuleViewRouter<…>"
    ),
  ]

  @Test func everyMarkedLineOfTheMisuseIsRefusedWithAMessageThatHelps() throws {
    let source = try String(contentsOf: Compiler.fixtures.appending(path: "Misuse.swift"), encoding: .utf8)
    let marked = source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line -> (line: Int, of: Substring)? in
        line.firstMatch(of: #/// refused: (.*)$/#).map { (index + 1, $0.output.1) }
      }
    let messages = try Compiler.typeCheck(["Declarations.swift", "Misuse.swift"])
    #expect(marked.map { String($0.of) } == Self.refusals.map(\.of))
    for (mark, refusal) in zip(marked, Self.refusals) {
      let said = messages.filter { $0.line == mark.line }.map(\.text)
      #expect(said.contains("error: \(refusal.message)"), "line \(mark.line): \(said)")
    }
    let article = try String(
      contentsOf: Compiler.fixtures.appending(path: "../../../Documentation.docc/KindsAndIsolation.md"),
      encoding: .utf8)
    for refusal in Self.refusals {
      #expect(article.contains("\nerror: \(refusal.message)\n```"), "the manual shows \(refusal.of)")
    }
    let elsewhere = messages.filter { message in !marked.contains { $0.line == message.line } }
    #expect(elsewhere == [], "nothing but the marked lines is refused")
  }

  @Test func moreThatDoesNotCompile() throws {
    let messages = try Compiler.typeCheck(["Declarations.swift", "MoreMisuse.swift"])
    let file = Compiler.fixtures.appending(path: "MoreMisuse.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let expected = source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line -> (line: Int, text: Substring)? in
        line.firstMatch(of: #/// error: (.*)$/#).map { (index + 1, $0.output.1) }
      }
    for (line, text) in expected {
      let said = messages.filter { $0.line == line }.map(\.text)
      #expect(said.contains { $0.hasPrefix("error: ") && $0.contains(text) }, "line \(line): \(said)")
    }
    #expect(Set(messages.map(\.line)) == Set(expected.map(\.line)))
    #expect(expected.count == 10)
  }
}
