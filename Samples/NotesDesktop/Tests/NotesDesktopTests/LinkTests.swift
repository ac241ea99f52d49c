import Foundation
import Testing

/// The program, run as a user runs it.
@Suite("Links") struct LinkTests {
  private func withStore<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "notes-desktop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A screen is part of the saved ones at the end of its animation, and a key can be faster.
    let settings = folder.appending(path: "gtk-4.0")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data("[Settings]\ngtk-enable-animations=0\n".utf8).write(to: settings.appending(path: "settings.ini"))
    let store = folder.appending(path: "notes.json")
    let notes = #"{"version":1,"nextID":8,"notes":[{"id":7,"title":"Seven","body":"","folder":"Work"}]}"#
    try Data(notes.utf8).write(to: store)
    return try await body(store.path)
  }

  /// Waits for a window with a title, and gives it the keys.
  private func focus(_ title: String, on display: VirtualDisplay) async throws {
    let found = try await display.start(
      "timeout",
      ["60", "xdotool", "search", "--sync", "--onlyvisible", "--name", "^\(title)$", "windowfocus", "--sync"]
    ).result()
    #expect(found.code == 0, "no window has the title \(title)")
  }

  @Test func `a second program passes its links to the first one`() async throws {
    try await withStore { store in
      try await VirtualDisplay.with { display in
        let first = try display.start("notes-desktop", settings: store, ["--store", store])
        try await focus("All notes", on: display)
        let second = await
          (try display.start(
            "notes-desktop", settings: store, ["--store", store, "notes://list/Work/notes/7"])).result()
        #expect(second == .init(output: "", error: "", code: 0))
        try await focus("Seven", on: display)
        #expect(await (try display.start("xdotool", ["key", "ctrl+q"])).result().code == 0)
        #expect(await first.result() == .init(output: "", error: "", code: 0))
        let saved = try String(contentsOfFile: store + ".windows", encoding: .utf8)
        #expect(saved.contains(#""url" : "notes://list/Work/notes/7""#))
        let third = try display.start("notes-desktop", settings: store, ["--store", store])
        try await focus("Seven", on: display)
        #expect(await (try display.start("xdotool", ["key", "ctrl+q"])).result().code == 0)
        #expect(await third.result().code == 0)
      }
    }
  }

  @Test func `a program without a display says so`() async throws {
    try await withStore { store in
      let program = try RunningProgram(
        "notes-desktop", ["--store", store], environment: VirtualDisplay.environment(display: nil))
      let result = await program.result()
      #expect(result.code != 0)
      #expect(
        result.error == """
          Error: there is no display to draw on; set DISPLAY or WAYLAND_DISPLAY, or start a display first, for example \
          with 'xvfb-run'

          """)
    }
  }
}
