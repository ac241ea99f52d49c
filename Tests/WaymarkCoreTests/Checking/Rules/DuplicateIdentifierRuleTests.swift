import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: an identifier belongs to one route")
struct DuplicateIdentifierRuleTests: RouteVocabulary {
  @Test func `one identifier of two routes is an error`() {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Identifier("store")
        Identifier("editor")
      }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 5: error: two routes have Identifier("editor") [duplicate-identifier]
            line + 1: Route(Editor) has it first
            To fix: rename one of them
        """)
  }

  private struct Links: RouteModule {
    let number: Int
    var routes: Routes {
      Route(Editor.self) {
        Identifier("editor"); View<any EditorInput>()
      }
    }
  }

  @Test func `two modules of one type can't have the same identifier`() throws {
    let error = try #require(throws: RegistryError.self) {
      try Registry {
        Links(number: 1)
        Links(number: 2)
      }
    }
    let line = error.diagnostics.first?.location.line ?? 0
    let file = #fileID
    #expect(error.diagnostics.map(\.code) == [.duplicateIdentifier, .duplicateProvision])
    #expect(
      "\(error.diagnostics[0])" == """
        \(file):\(line): error: Identifier("editor") is declared twice by the same declaration [duplicate-identifier]
            \(file):\(line): declared here first
            To fix: list its module once
                or: give each route an identifier of its own
        """)
  }

  @Test func `two routes on one line are two declarations`() {
    let line = #line
    let text = problems(line: line) {
      for token in [View<any EditorInput>(), View<any EditorInput>(declaredProtocol: (any EditorInput).self)]
      {
        Route(Editor.self, line: line + 1) {
          token
          Identifier("editor")
        }
      }
    }
    #expect(
      text.hasPrefix(
        """
        error: 2 problems in 2 routes
        line + 1: error: two routes have Identifier("editor") [duplicate-identifier]
            line + 1: Route(Editor) has it first
            To fix: rename one of them
        """), "\(text)")
  }

  @Test func `a repeated identifier of a route is an error`() {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
        Identifier("editor")
      }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: Route(Editor) has Identifier("editor") twice [duplicate-identifier]
            To fix: remove one of the two
        """)
  }

  @Test func `an extension's identifier that the base has is an error`() throws {
    let base = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
      }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Identifier("editor")
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 2: error [duplicate-identifier]
            line + -5: Route(Editor) has it first
        """)
  }

  @Test func `identifiers may differ only in case`() {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
        Identifier("Editor")
      }
    }
    #expect(text.isEmpty)
  }
}
