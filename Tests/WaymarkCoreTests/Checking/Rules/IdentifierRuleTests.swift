import SharedFixtures
import Testing
import WaymarkCore

private func editor(
  _ names: String..., fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(Editor.self, fileID: fileID, line: line) {
    RoutableView<any EditorInput>()
    for name in names.isEmpty ? ["editor"] : names { Identifier(name) }
  }
}

@Suite("Rules: an identifier has a visible character, and belongs to one route")
struct IdentifierRuleTests: RouteVocabulary {
  private struct Links: RouteModule {
    let number: Int
    var routes: Routes { editor() }
  }

  @Test func `two modules of one type can't have the same identifier`() {
    let text = problems {
      Links(number: 1)
      Links(number: 2)
    }
    #expect(text.codes == ["duplicate-identifier", "duplicate-provision"])
    #expect(text.contains(": Identifier(\"editor\") is declared twice by the same declaration [duplicate-"))
    #expect(text.contains(": declared here first\n    To fix: list its module once\n        or: give each "))
  }

  @Test func `a repeated identifier of a route or of its base is an error`() throws {
    let repeated = problems { editor("editor", "editor") }
    #expect(repeated.contains("Route(Editor) has Identifier(\"editor\") twice [duplicate-identifier]"))
    #expect(repeated.hasSuffix("To fix: remove one of the two"))
    let ofBase = try problems {
      editor()
    } extending: {
      service({ MemoryStore() }, Service<any NoteStore>(), Identifier("editor"))
    }
    #expect(ofBase.findings == ["line + 3 duplicate-identifier"])
    #expect(ofBase.contains("\n    line + 1: Route(Editor) has it first\n"), "\(ofBase)")
  }

  @Test(arguments: ["", " ", "\t\n"])
  func `an identifier or a key without visible characters is an error`(identifier: String) {
    let text = problems { editor(identifier) }
    #expect(text.codes == ["empty-identifier"] && text.contains("\n    Identifier(\"\(identifier)\")\n"))
    let key = problems { Route(DiskCheck.init) { Contributes(to: .healthChecks, as: identifier) } }
    #expect(key.codes == ["empty-identifier"] && key.contains("\n    as: \"\(identifier)\"\n"))
  }

  @Test(arguments: ["x", " x", "ed itor", "é", "🗺️", "Editor"])
  func `any other identifier is accepted, also one that differs only in case`(identifier: String) {
    #expect(problems { editor("editor", identifier) } == "")
  }
}
