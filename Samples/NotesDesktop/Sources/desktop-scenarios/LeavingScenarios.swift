import DesktopKit
import GtkKit
import NotesDesktop
import NotesInterfaces
import Waymark

/// Screens that may refuse to go.
enum LeavingScenarios: RouteVocabulary {
  @MainActor private static func edit(_ desk: Desk, _ text: String) throws {
    let field = try require(desk.tree.find("note-title"))
    Field(of: field).content = text
  }

  /// The back button asks, and the answer decides.
  @MainActor static func leavingIsAsked() async throws {
    let desk = try await Desk()
    try await desk.navigator.open("notes://notes/1", animated: false)
    try edit(desk, "Changed")
    expect(desk.window.window.title, "Shopping (changed)")
    desk.tree.click("back")
    try await wait(for: "the question") { desk.tree.find("Stay") != nil }
    expect(desk.tree.screens, ["note 1", "alert"])
    desk.compare()
    desk.tree.click("Stay")
    try await wait(for: "the answer") { desk.tree.screens == ["note 1"] }
    // A second step back replaces the first one's question.
    desk.tree.click("back")
    try await wait(for: "the question") { desk.tree.find("Save") != nil }
    desk.tree.click("Save")
    try await wait(for: "the list") { desk.tree.screens.isEmpty }
    expect(try desk.storedNotes()[0].title, "Changed")
    desk.compare()
    try await desk.clean()
  }

  /// The close button of a sheet and of a window asks, also a screen in another tab, which becomes visible.
  @MainActor static func closingIsAsked() async throws {
    let desk = try await Desk()
    desk.tree.click("new")
    try await wait(for: "the sheet") { desk.tree.sheets.count == 1 }
    try edit(desk, "New")
    desk.tree.sheets[0].close()
    try await wait(for: "the question") { desk.tree.find("Stay") != nil }
    expect(desk.tree.screens, ["new note", "alert"])
    desk.tree.click("Stay")
    try await wait(for: "the answer") { desk.tree.screens == ["new note"] }
    desk.tree.sheets[0].close()
    try await wait(for: "the question") { desk.tree.find("Discard") != nil }
    desk.tree.click("Discard")
    try await wait(for: "the end of the sheet") { desk.tree.sheets.isEmpty }
    desk.compare()

    try await desk.navigator.open("notes://notes/1", animated: false)
    try edit(desk, "Changed")
    try desk.window.presenter.selectTab("Folders", animated: false)
    let window = desk.window
    window.window.close()
    try await wait(for: "the question") { desk.tree.find("Stay") != nil }
    expect(desk.tree.tab, "Notes")
    desk.tree.click("Stay")
    try await wait(for: "the answer") { desk.tree.screens == ["note 1"] }
    expect(desk.application.windows.count, 1)
    window.window.close()
    try await wait(for: "the question") { desk.tree.find("Discard") != nil }
    desk.tree.click("Discard")
    try await wait(for: "the end of the window") { desk.application.windows.isEmpty }
    expect(try desk.storedNotes()[0].title, "Shopping")
    try await desk.clean()
  }
}
