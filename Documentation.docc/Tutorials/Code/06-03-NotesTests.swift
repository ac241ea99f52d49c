import Testing
import Waymark
import WaymarkTesting

struct FixedStore: NoteStore {
  func notes() -> [Note] { [Note(title: "Fixed")] }
  func save(_ note: Note) {}
}

@MainActor @Suite(.registry { AppModule() })
struct NotesTests {
  @Test func anEditedNoteIsListed() throws {
    let list = try Registry.current(.list)
    try list.edit("Reading")
    #expect(list.lines() == ["Shopping", "Reading"])
  }

  @Test(
    .overriding {
      Route(FixedStore.init) { Service(.noteStore) }
    })
  func theListShowsWhatTheStoreHas() throws {
    let list = try Registry.current(.list)
    #expect(list.lines() == ["Fixed"])
  }

  @Test func theApplicationIsSound() {
    expectSound(Registry.current, dryRun: true)
  }

  @Test(arguments: try Registry { AppModule() }.routeCases)
  func everyRouteCanBeMade(_ route: RouteCase) throws {
    try route.make()
  }
}
