import Testing
import Waymark
import WaymarkTesting

@MainActor @Suite(.registry { AppModule() })
struct NotesTests {
  @Test func anEditedNoteIsListed() throws {
    let list = try Registry.current(.list)
    try list.edit("Reading")
    #expect(list.lines() == ["Shopping", "Reading"])
  }
}
