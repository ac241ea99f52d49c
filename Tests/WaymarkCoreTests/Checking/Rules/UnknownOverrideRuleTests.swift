import SharedFixtures
import Testing
import WaymarkCore

private protocol NoteStor {}
private final class Stor: NoteStor {}
private struct Wing: ForgottenWing {}

@Suite("Rule: an override replaces something of the base")
struct UnknownOverrideRuleTests: RouteVocabulary {
  @Test func `overriding a token that the base doesn't have is an error`() throws {
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

  @Test func `an error suggests a similar token of the base`() throws {
    let text = try problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
    } overriding: {
      Route({ Stor() }) { Service<any NoteStor>(declaredProtocol: (any NoteStor).self) }
    }
    #expect(
      text.hasSuffix("or: add this route with extending { … } (did you mean Service<any NoteStore>?)"),
      "\(text)")
  }

  @Test func `a remedy names the module that provides the token`() throws {
    let text = try problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
    } overriding: {
      Route({ Wing() }) { Service<any ForgottenWing>(declaredProtocol: (any ForgottenWing).self) }
    }
    #expect(text.findings == ["line + 3 unknown-override"])
    #expect(
      text.contains("To fix: add ForgottenHouseModule, which provides it, to the base registry\n"), "\(text)")
  }
}
