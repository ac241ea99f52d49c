import SharedFixtures
import Testing
import WaymarkCore

private protocol NoteStor {}
private final class Stor: NoteStor {}
private struct Wing: ForgottenWing {}

@Suite("Rule: an override replaces something of the base")
struct UnknownOverrideRuleTests: RouteVocabulary {
  @Test func `overriding a token or an identifier that the base doesn't have is an error`() throws {
    let text = try problems {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
      }
    } overriding: {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("Editr")
        Identifier("something else")
      }
      Route(Editor.self) {
        Service<any EditorInput>.as { $0 }
      } make: { _ in
        throw Failure(description: "")
      }
    }
    #expect(
      text.outline == """
        error: 4 problems in 4 routes
        line + 6: error [unknown-override]
        line + 7: error [unknown-override]
        line + 7: error [unknown-override]
        line + 12: error [unknown-override]
            line + 1: View<any EditorInput> is provided here
        """)
    let identifier = "error: Identifier(\"Editr\") is overridden, but no route of the base registry has it"
    #expect(
      text.contains("\(identifier) [unknown-override]\n    To fix: did you mean \"editor\"?\n"), "\(text)")
  }

  @Test func `a remedy names a similar token of the base, or the module that provides the token`() throws {
    let base = try Registry { Route(MemoryStore.self) { Service<any NoteStore>() } }
    let similar = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding {
        Route({ Stor() }) { Service<any NoteStor>(declaredProtocol: (any NoteStor).self) }
      }
    }
    #expect(
      similar.hasSuffix("or: add this route with extending { … } (did you mean Service<any NoteStore>?)"),
      "\(similar)")
    let forgotten = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding {
        Route({ Wing() }) { Service<any ForgottenWing>(declaredProtocol: (any ForgottenWing).self) }
      }
    }
    let remedy = "To fix: add ForgottenHouseModule, which provides it, to the base registry\n"
    #expect(forgotten.codes == ["unknown-override"] && forgotten.contains(remedy), "\(forgotten)")
  }
}
