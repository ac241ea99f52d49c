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

  /// Leaves until the screen asks again.
  ///
  /// The question is gone from the display a few turns of the main actor before its answer arrives. Leaving in between
  /// joins the first question, so that the screen doesn't ask. A user then tries again.
  @MainActor private static func askAgain(
    _ desk: Desk, line: Int = #line, _ leave: @MainActor () -> Void
  ) async throws {
    var next = ContinuousClock.now
    try await wait(for: "the second question", line: line) {
      guard desk.tree.find("Stay") == nil else { return true }
      if ContinuousClock.now >= next {
        leave()
        next = .now + .seconds(3)
      }
      return false
    }
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
    try await askAgain(desk) { desk.tree.click("back") }
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
    try await askAgain(desk) { desk.tree.sheets[0].close() }
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
    try await askAgain(desk) { window.window.close() }
    desk.tree.click("Discard")
    try await wait(for: "the end of the window") { desk.application.windows.isEmpty }
    expect(try desk.storedNotes()[0].title, "Shopping")
    try await desk.clean()
  }
}
