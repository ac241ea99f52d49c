import DesktopKit
import Foundation
import GtkKit
import NotesDesktop
import NotesInterfaces
import Waymark

/// Pictures of the application, to look at after a change of its views.
///
///     xvfb-run -s "-screen 0 1000x700x24" desktop-scenarios pictures FOLDER
///
/// The program needs `xdotool` and the `import` command of ImageMagick.
enum Pictures: RouteVocabulary {
  /// Takes pictures of light and dark, wide and narrow windows.
  ///
  /// - Parameter folder: The folder for the files.
  @MainActor static func take(to folder: URL) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, size) in [("wide", (720, 480)), ("narrow", (360, 560))] {
      for isDark in [false, true] {
        Display.isDark = isDark
        try await take("\(isDark ? "dark" : "light")-\(name)", in: size, to: folder)
      }
    }
  }

  @MainActor private static func take(
    _ prefix: String, in size: (width: Int, height: Int), to folder: URL
  ) async throws {
    let desk = try await Desk()
    try await wait(for: "the window") { desk.window.window.isMapped && desk.window.window.width > 0 }
    desk.window.window.size = size
    try await wait(for: "the size") { abs(desk.window.window.width - size.width) < 60 }
    try await place("All notes", at: (20, 20))
    func picture(_ name: String) async throws {
      try await Task.sleep(for: .milliseconds(400))
      try await Tool.run(
        "import", "-window", "root", "-crop", "\(size.width + 60)x\(size.height + 60)+0+0", "+repage",
        folder.appending(path: "\(prefix)-\(name).png").path)
    }
    try await picture("list")
    try await desk.navigator.open("notes://list/Recipes", animated: false)
    try await picture("folder")
    try await desk.navigator.open("notes://notes/1", animated: false)
    try await picture("note")
    Field(of: try require(desk.tree.find("note-title"))).content = "Shopping for the week"
    desk.tree.click("back")
    try await wait(for: "the question") { desk.tree.find("Stay")?.isMapped == true }
    try await picture("popover")
    desk.tree.click("Discard")
    try await wait(for: "the list") { desk.tree.screens.isEmpty }
    desk.tree.click("new")
    try await wait(for: "the sheet") { desk.tree.sheets.first?.isMapped == true }
    try await place("New note", at: (20 + max(0, (size.width - 420) / 2), 90))
    try await picture("sheet")
    desk.tree.sheets.first?.close()
    try await wait(for: "the end of the sheet") { desk.tree.sheets.isEmpty }
    desk.tree.click("settings")
    try await wait(for: "the settings") { desk.tree.sheets.first?.isMapped == true }
    try await place("Settings", at: (20 + max(0, (size.width - 420) / 2), 90))
    try await picture("settings")
    desk.window.destroy()
    try await desk.clean()
  }

  /// Moves a window, because there's no window manager.
  @MainActor private static func place(_ title: String, at point: (x: Int, y: Int)) async throws {
    try await Tool.run(
      "xdotool", "search", "--sync", "--onlyvisible", "--name", "^\(title)$", "windowmove", "\(point.x)",
      "\(point.y)")
  }
}

/// Programs that act on the display.
enum Tool {
  /// Runs a program, while the main loop runs.
  @MainActor static func run(_ arguments: String...) async throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    expect(process.terminationStatus, 0)
  }
}
