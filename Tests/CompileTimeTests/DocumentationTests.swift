import Foundation
import Testing

@Suite("Code in the README and in the articles")
struct DocumentationTests {
  private static let documents: [String] = {
    let folder = Compiler.root.appending(path: "Documentation.docc")
    let articles = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return ["README.md"]
      + articles.filter { $0.hasSuffix(".md") && !toolkitArticles.contains($0) }.sorted().map {
        "Documentation.docc/\($0)"
      }
  }()

  /// The articles with code for a toolkit, which the tests of Tests/ToolkitTests compile.
  private static let toolkitArticles: Set = [
    "PresentingInAppKit.md", "PresentingInSwiftUI.md", "PresentingInUIKit.md",
  ]

  /// The files with the declarations that a document omits for brevity.
  private static let supplements = ["README.md": "ReadmeSupplement.swift"]

  /// The lines that the comments of some code promise.
  private static func promises(in code: some StringProtocol) -> [String] {
    String(code).matches(of: #/// prints: (.*)\n/#).map { String($0.output.1) }
  }

  /// A function of a document without parameters, with a comment about its output.
  private struct Example {
    let call: String
    let isAsynchronous: Bool
    let output: [String]

    static func all(in code: String) -> [Example] {
      let functions = #/(?m)^(?:@MainActor )?func (\w+)\(\)( async)?( throws)? \{\n((?:.*\n)*?)\}$/#
      return code.matches(of: functions).map { match in
        let (_, name, isAsynchronous, canThrow, body) = match.output
        return Example(
          call: (canThrow == nil ? "" : "try ") + (isAsynchronous == nil ? "" : "await ") + "\(name)()",
          isAsynchronous: isAsynchronous != nil, output: promises(in: body))
      }.filter { !$0.output.isEmpty }
    }
  }

  /// The code of a document compiles without a warning, and its examples print the lines in their comments.
  @Test(arguments: documents)
  func `a document's code compiles and prints the output in its comments`(document: String) async throws {
    let text = try Compiler.text(document)
    // The tests of Tests/ToolkitTests compile a block that imports SwiftUI.
    let blocks = text.matches(of: #/```swift\n((?:.|\n)*?)```/#).map { String($0.output.1) }
      .filter { !$0.contains("import SwiftUI\n") }
    try #require(!blocks.isEmpty, "\(document) shows no code")
    let code = blocks.joined(separator: "\n")
    let examples = Example.all(in: code)
    let expected = examples.flatMap(\.output)
    #expect(Self.promises(in: code) == expected, "a comment is outside of a function that can be called")
    #expect(!expected.isEmpty || !code.contains("func example()"), "an example says what it prints")

    let supplements = Self.supplements[document].map { [Compiler.fixtures.appending(path: $0)] } ?? []
    try await Compiler.withFolder { folder in
      let file = folder.appending(path: "Document.swift")
      guard !expected.isEmpty else {
        try code.write(to: file, atomically: true, encoding: .utf8)
        #expect(try await Compiler.typeCheck([file] + supplements) == [])
        return
      }
      let main = """
        @main struct Program {
          @MainActor static func main()\(examples.contains(where: \.isAsynchronous) ? " async" : "") throws {
            \(examples.map(\.call).joined(separator: "\n    "))
          }
        }

        """
      try (code + main).write(to: file, atomically: true, encoding: .utf8)
      let output = try await Compiler.output(
        of: [file] + supplements, hasTests: code.contains("import WaymarkTesting"))
      #expect(output.warnings == [])
      #expect(output.text.split(separator: "\n").map(String.init) == expected)
    }
  }

  /// The messages for the first registration of the article about getting started, which it names, by the settings.
  @Test func `the first registration gets the messages that its article names`() async throws {
    let text = try Compiler.text("Documentation.docc/GettingStarted.md")
    let blocks = text.matches(of: #/```swift\n((?:.|\n)*?)```/#).map { String($0.output.1) }
    let anywhere = """
      nonisolated func anywhere(_ registry: Registry) throws -> [String] {
        try registry.makeDestination(to: .pageStore).pages()
      }
      @RoutesBuilder nonisolated func listed() -> Routes { NotebookModule() }

      """
    let conversion = "converting non-Sendable function value to"
    let initializer = "call to main actor-isolated initializer 'init()' in a synchronous nonisolated context"
    let method = "call to main actor-isolated instance method 'pages()' in a synchronous nonisolated context"
    let conformance =
      "main actor-isolated conformance of 'NotebookModule' to 'RouteModule' cannot be used in nonisolated context"
    let isolated = ["-default-isolation", "MainActor"]
    let inferring = ["-enable-upcoming-feature", "InferSendableFromCaptures"]
    let code = blocks.filter { !$0.contains("Testing") }.joined(separator: "\n") + anywhere
    try await Compiler.withFolder { folder in
      let file = folder.appending(path: "FirstRegistration.swift")
      try code.write(to: file, atomically: true, encoding: .utf8)
      // Swift 6 mode includes the feature.
      for (flags, expected) in [
        (["-swift-version", "5"], ["warning: \(conversion)", "warning: \(conversion)"]),
        (["-swift-version", "5"] + inferring, []),
        (
          ["-swift-version", "5"] + isolated,
          [
            "warning: \(conversion)", "warning: \(conversion)", "warning: \(method)",
            "warning: \(conformance)", "warning: \(initializer)",
          ]
        ),
        (
          ["-swift-version", "5"] + isolated + inferring,
          [
            "warning: \(initializer)", "warning: \(method)", "warning: \(conformance)",
            "warning: \(initializer)",
          ]
        ),
        ([], []), (isolated, ["error: \(method)", "error: \(conformance)"]),
      ] {
        let found = try await Compiler.typeCheck([file], flags).map(\.text)
        #expect(found.count == expected.count, "\(flags): \(found)")
        for (found, expected) in zip(found, expected) {
          #expect(found.hasPrefix(expected), "\(flags): \(found)")
        }
      }
    }
    for message in [conversion, initializer, method, conformance] { #expect(text.contains(message)) }
  }

  @Test func `at least nine documents have a runnable example`() throws {
    let run = try Self.documents.filter { try Compiler.text($0).contains("// prints: ") }
    #expect(run.count >= 9, "\(run)")
  }

  @Test func `each question of the cookbook has a runnable example`() throws {
    let questions = try Compiler.text("Documentation.docc/Cookbook.md").split(separator: "\n### ").dropFirst()
    #expect(questions.count >= 30)
    for question in questions {
      let title = question.prefix { $0 != "\n" }
      #expect(title.hasPrefix("How ") && title.hasSuffix("?"))
      #expect(!Self.promises(in: question).isEmpty, "\(title)")
    }
  }

  @Test func `the README has at most 150 lines, and shows five examples`() throws {
    let text = try Compiler.text("README.md")
    #expect(text.count { $0 == "\n" } <= 150)
    #expect(text.matches(of: #/\n```(?:swift|sh)\n/#).count == 5)
  }
}
