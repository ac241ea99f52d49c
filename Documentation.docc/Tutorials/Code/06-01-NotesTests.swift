import Testing
import Waymark
import WaymarkTesting

@MainActor @Suite(.registry { AppModule() })
struct NotesTests {
  @Test func anEditedNoteIsListed() throws {
    let list = try Router.makeDestination(to: .list)
    try list.edit("Reading")
    #expect(list.lines() == ["Shopping", "Reading"])
  }
}
