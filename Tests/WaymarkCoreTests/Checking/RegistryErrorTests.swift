import SharedFixtures
import Testing
import WaymarkCore

@Suite("The error of a registry with problems")
struct RegistryErrorTests: RouteVocabulary {
  @Test func `the error lists all problems in the order of declaration`() throws {
    let error = #expect(throws: RegistryError.self) {
      try Registry {
        Route(Editor.self) {
          View<any EditorInput>()
          View<any HeadingInput>()
          Identifier("")
        }
        Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
        Route(Editor.self) {
          View<any EditorInput>()
          Requires(Service<any TimeSource>())
        }
      }
    }
    #expect(
      error?.diagnostics.map(\.code) == [
        .emptyIdentifier, .notConforming, .danglingAdapter, .duplicateProvision, .missingRequirement,
      ])
    #expect(error?.diagnostics.map(\.severity) == Array(repeating: .error, count: 5))
    #expect(error?.routeCount == 2)
    let lines = error?.diagnostics.map(\.location.line) ?? []
    #expect(lines == lines.sorted())
    #expect(error?.diagnostics[3].related.map(\.location) == error.map { [$0.diagnostics[0].location] })
  }
}
