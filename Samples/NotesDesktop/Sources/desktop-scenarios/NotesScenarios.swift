import DesktopKit
import Foundation
import GtkKit
import NotesDesktop
import NotesInterfaces
import Waymark

/// The application's screens.
enum NotesScenarios: RouteVocabulary {
  /// The settings consist of the modules' contributions.
  @MainActor static func settings() async throws {
    let desk = try await Desk()
    desk.tree.click("settings")
    try await wait(for: "the settings") { desk.tree.screens == ["settings"] }
    let texts = desk.tree.sheets[0].tree.filter { $0.typeName == "GtkLabel" }.compactMap(\.text)
    expect(
      texts.filter { !$0.hasPrefix("4 notes in") },
      ["Appearance", "Dark windows", "Locked notes", "No passcode was chosen yet.", "Storage", "Settings"])
    expect(Display.isDark, false)
    Switch(of: try require(desk.tree.find("dark"))).isOn = true
    expect(Display.isDark, true)
    desk.compare()
    try await desk.clean()
  }

  /// The buttons of the list run actions that other modules contribute.
  @MainActor static func actions() async throws {
    let desk = try await Desk()
    desk.tree.click("move")
    try await wait(for: "the prompt") { desk.tree.screens == ["prompt"] }
    let prompt = Field(of: try require(desk.tree.find("prompt")))
    prompt.content = "Errands"
    prompt.emit("activate")
    try await wait(for: "the move") { (try? desk.storedNotes()[0].folder) == "Errands" }
    desk.tree.click("delete")
    try await wait(for: "the question") { desk.tree.find("Delete") != nil }
    desk.tree.click("Delete")
    try await wait(for: "the end") { desk.tree.screens.isEmpty }
    expect(try desk.storedNotes().count, 3)
    try await desk.clean()
  }

  /// A locked note asks for the passcode first.
  @MainActor static func lock() async throws {
    let desk = try await Desk()
    desk.navigator.receive("notes://notes/4")
    try await wait(for: "the log-in") { desk.tree.screens == ["login"] }
    desk.compare()
    let field = Field(of: try require(desk.tree.find("passcode")))
    field.content = "abc"
    field.emit("activate")
    let texts = desk.window.window.tree.compactMap(\.text)
    expect(texts.contains("a passcode has at least 4 characters"), true)
    field.content = "abcd"
    field.emit("activate")
    try await wait(for: "the note") { desk.tree.screens == ["note 4"] }
    desk.compare()
    try await desk.clean()
  }

  /// The tabs move to the bottom of a narrow window, and nothing keeps the window wide.
  @MainActor static func narrow() async throws {
    let desk = try await Desk()
    try await desk.navigator.open("notes://notes/1", animated: false)
    let switchers = { desk.window.window.tree.filter { $0.typeName == "GtkStackSwitcher" && $0.isVisible } }
    expect(switchers().count, 1)
    expect(
      switchers().first?.isInside(
        try require(desk.window.window.tree.first { $0.typeName == "GtkHeaderBar" })), true)
    desk.window.window.size = (360, 480)
    try await wait(for: "the narrow window") {
      switchers().count == 1 && desk.window.window.width <= 400
    }
    expect(
      switchers().first?.isInside(
        try require(desk.window.window.tree.first { $0.typeName == "GtkHeaderBar" })), false)
    desk.window.window.size = (800, 480)
    try await wait(for: "the wide window") { desk.window.window.width > 700 }
    try await desk.clean()
  }

  /// All windows come back with the screens of all tabs.
  @MainActor static func restoring() async throws {
    let desk = try await Desk()
    try await desk.navigator.open("notes://list/Recipes/notes/3", animated: false)
    try await desk.navigator.open("notes://notes/1", animated: false)
    try await desk.registry.perform(to: .settings, path: .sheet(from: desk.window)).completed()
    let second = try desk.application.openWindow(size: (400, 300))
    await second.restore([:])
    try await second.navigator.open("notes://list/Recipes", animated: false)
    let plans = desk.application.windows.map(\.navigator.plans)
    let quit = await desk.application.quit()
    expect(quit, true)
    let again = DesktopApplication(registry: desk.registry, store: desk.store)
    let running = Task { try await again.run(opening: ["notes://notes/2"]) }
    try await wait(for: "the windows") {
      again.windows.count == 2 && again.windows[1].navigator.receivedURLs.isEmpty
    }
    try await wait(for: "the link") {
      again.windows.contains { WidgetTree($0.window.window).screens == ["note 2"] }
    }
    expect(again.windows[0].navigator.plans, plans[0])
    expect(WidgetTree(again.windows[0].window.window).screens, ["note 1", "settings"])
    expect(WidgetTree(again.windows[0].window.window).screens(inTab: "Folders"), ["list Recipes", "note 3"])
    expect(WidgetTree(again.windows[1].window.window).screens(inTab: "Folders"), ["list Recipes"])
    await again.quit()
    try await running.value
    try await desk.clean()
  }
}
