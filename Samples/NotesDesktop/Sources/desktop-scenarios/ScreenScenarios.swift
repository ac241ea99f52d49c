import DesktopKit
import GtkKit
import NotesDesktop
import NotesInterfaces
import Waymark

/// Stacks, sheets, and popovers of a window.
enum ScreenScenarios: RouteVocabulary {
  /// A link pushes screens, the back button removes them, and each tab keeps its own.
  @MainActor static func stack() async throws {
    let desk = try await Desk()
    try await desk.navigator.open("notes://notes/1", animated: false)
    expect(desk.tree.screens, ["note 1"])
    expect(desk.tree.find("back")?.isVisible, true)
    try await desk.navigator.open("notes://list/Recipes/notes/3", animated: false)
    expect(desk.tree.tab, "Folders")
    expect(desk.tree.screens, ["list Recipes", "note 3"])
    expect(desk.tree.screens(inTab: "Notes"), ["note 1"])
    expect(desk.window.window.title, "Soup")
    desk.compare()
    desk.tree.click("back")
    try await wait(for: "the list") { desk.tree.screens == ["list Recipes"] && desk.tree.showsTop }
    desk.tree.click("back")
    try await wait(for: "the root") { desk.tree.screens.isEmpty && desk.tree.showsTop }
    expect(desk.window.goBack(), false)
    expect(desk.tree.find("back") == nil, true)
    desk.compare()
    try await desk.clean()
  }

  /// A sheet is a modal window above its window, with a stack of its own, and goes with all that it shows.
  @MainActor static func sheet() async throws {
    let desk = try await Desk()
    desk.tree.click("new")
    try await wait(for: "the sheet") { desk.tree.screens == ["new note"] }
    let sheet = try desk.registry.open("notes://settings", .push(from: desk.window))
    try await sheet.completed()
    expect(desk.tree.screens, ["new note", "settings"])
    desk.compare()
    let above = try desk.registry.perform(to: .settings, path: .sheet(from: desk.window))
    try await above.completed()
    expect(desk.tree.sheets.count, 2)
    desk.compare()
    // Another tab can only be seen without the sheets.
    try await desk.navigator.open("notes://list/Recipes", animated: false)
    expect([sheet.state, above.state], [.removed, .removed])
    expect(desk.tree.screens, ["list Recipes"])
    desk.compare()
    try await desk.clean()
  }

  /// A popover points at a widget, and its user closes it.
  @MainActor static func popover() async throws {
    let desk = try await Desk()
    let new = try require(desk.tree.find("new"))
    let alert = try desk.registry.perform(
      to: View<any AlertInput>(), path: .popover(from: desk.window, at: new)
    ) {
      $0.prepareDestination = { $0.buttons = ["OK"] }
    }
    try await wait(for: "the popover") { desk.tree.find("OK")?.isMapped == true }
    desk.compare()
    let popover = desk.window.window.tree.first { $0.name == "popover" && $0.isVisible }
    popover.map { Popover(of: $0) }?.close()
    try await wait(for: "the removal") { alert.state == .removed }
    expect(desk.tree.screens, [])
    // GTK must not use the popover anymore after the window is gone.
    try await desk.registry.perform(to: View<any AlertInput>(), path: .popover(from: desk.window)).completed()
    await desk.window.close()
    try await Task.sleep(for: .milliseconds(20))
    try await desk.clean()
  }

  /// A window says which kinds of path it has, and a closed window says that it was closed.
  @MainActor static func refusedKinds() async throws {
    let desk = try await Desk()
    func message(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)" }
      return "no error"
    }
    expect(
      message {
        try desk.registry.perform(to: View<any FolderListInput>(), path: .showDetail(from: desk.window))
      }.hasPrefix("a desktop window cannot show anything along 'showDetail'"), true)
    for box in [nil, Box(isVertical: true)] {
      let path = box.map { RoutePath.addChild(to: desk.window, in: $0) } ?? .addChild(to: desk.window)
      expect(
        message { try desk.registry.perform(to: View<any FolderListInput>(), path: path) }
          .hasPrefix("the path names no container in this window"), true)
    }
    try await desk.registry.perform(to: View<any AlertInput>(), path: .popover(from: desk.window)).completed()
    expect(
      message { try desk.registry.perform(to: .settings, path: .push(from: desk.window)) }.hasPrefix(
        "a popover is open, and has no stack to push onto"), true)
    let (window, navigator) = (desk.window, desk.navigator)
    await window.close()
    expect(
      message { try desk.registry.perform(to: .settings, path: .push(from: window)) }.hasPrefix(
        "the window was closed"), true)
    do throws(Navigator.Failure) {
      try await navigator.open("notes://notes/1")
      Checks.fail("a closed window opened a link")
    } catch {
      expect(error.code, .actionFailed)
    }
    try await desk.clean()
  }

  /// A push ends at the end of its animation, and also when the window is closed meanwhile.
  @MainActor static func animatedPushInAClosingWindow() async throws {
    Display.isAnimated = true
    let desk = try await Desk()
    try await wait(for: "the window") { desk.window.window.isMapped }
    let first = try desk.registry.open("notes://notes/1", .push(from: desk.window))
    try await wait(for: "the animation") { desk.tree.screens == ["note 1"] }
    expect(first.state, .routing)
    // The user selects another tab during the animation. The screen stays in its tab.
    try desk.window.presenter.selectTab("Folders", animated: false)
    try await first.completed()
    expect(desk.navigator.plans["Notes"]?.steps.map(\.url), ["notes://notes/1"])
    expect(desk.navigator.screens.count, 0)
    desk.compare()
    try desk.window.presenter.selectTab("Notes", animated: false)
    let second = try desk.registry.open("notes://notes/2", .push(from: desk.window))
    try await wait(for: "the animation") { desk.tree.screens == ["note 1", "note 2"] }
    expect(second.state, .routing)
    desk.window.destroy()
    try await wait(for: "the end") { second.state != .routing }
    expect(second.state, .removed)
    expect(first.state, .removed)
    try await desk.clean()
  }
}
