import DesktopKit
import Foundation
import GtkKit
import NotesDesktop
import NotesInterfaces
import Waymark

/// Keys and clicks that the X server sends.
enum InputScenarios {
  /// Types a note, saves it, and goes back with Alt and the left arrow key.
  ///
  /// Escape closes a popover and a sheet.
  @MainActor static func keys() async throws {
    let desk = try await Desk()
    try await wait(for: "the window") { desk.window.window.isMapped }
    // Without a window manager, nobody gives a window the keys.
    let focus = {
      try await Tool.run(
        "xdotool", "search", "--onlyvisible", "--name", desk.window.window.title, "windowfocus", "--sync")
    }
    try await focus()
    try await desk.navigator.open("notes://notes/1", animated: false)
    try await wait(for: "the keys") { desk.window.window.isActive }
    try await Tool.run("xdotool", "type", "More. ")
    try await wait(for: "the text") { desk.window.window.title == "Shopping (changed)" }
    try await Tool.run("xdotool", "key", "ctrl+s")
    try await wait(for: "saving") { desk.window.window.title == "Shopping" }
    expect(try desk.storedNotes()[0].body.contains("More. "), true)
    try await Tool.run("xdotool", "key", "alt+Left")
    try await wait(for: "the list") { desk.tree.screens.isEmpty }
    try await Tool.run("xdotool", "key", "ctrl+n")
    try await wait(for: "the sheet") { desk.tree.screens == ["new note"] }
    try await Tool.run("xdotool", "search", "--onlyvisible", "--name", "New note", "windowfocus", "--sync")
    try await wait(for: "the keys") { desk.tree.sheets.first?.isActive == true }
    try await Tool.run("xdotool", "type", "x")
    try await wait(for: "the text") { desk.tree.sheets.first?.title == "New note (changed)" }
    try await Tool.run("xdotool", "key", "Escape")
    try await wait(for: "the question") { desk.tree.screens == ["new note", "alert"] }
    try await Tool.run("xdotool", "key", "Escape")
    try await wait(for: "the end of the question") { desk.tree.screens == ["new note"] }
    try await desk.clean()
  }
}
