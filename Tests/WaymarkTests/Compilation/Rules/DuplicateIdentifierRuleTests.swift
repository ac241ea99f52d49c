import Testing
import Waymark

@Suite("Rule: an identifier belongs to one route")
struct DuplicateIdentifierRuleTests: RouteVocabulary {
  @Test func oneIdentifierOfTwoRoutesIsReported() {
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

  @Test func repeatedIdentifierOfARouteIsReported() {
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

  @Test func identifierOfTheBaseInAnExtensionIsReported() throws {
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
      text == """
        error: 1 problem in 2 routes
        line + 2: error: two routes have Identifier("editor") [duplicate-identifier]
            line + -5: Route(Editor) has it first
            To fix: rename one of them
        """)
  }

  @Test func identifiersThatDifferInCaseAreAccepted() {
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
