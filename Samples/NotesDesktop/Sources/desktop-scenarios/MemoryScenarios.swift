import DesktopKit
import Foundation
import GtkKit
import NotesDesktop
import NotesInterfaces
import Waymark

/// The memory that windows leave behind.
enum MemoryScenarios: RouteVocabulary {
  /// Opens and closes 1,000 windows, each with a note, a sheet, and a popover.
  ///
  /// GTK 4.8 leaves 1 to 3 KB of such a window: the surfaces of a window that has shown a popover and of the popover,
  /// and connections of text fields to the settings. So the scenario compares the last windows with windows of GTK
  /// alone, which have almost the same widgets. In the allocations that heaptrack lists for 1,000 windows, the
  /// application has no part.
  @MainActor static func thousandWindows() async throws {
    let desk = try await Desk()
    await desk.window.close()
    weak var window: DesktopWindow?
    weak var editor: AnyObject?
    var (handlers, memory, bytes) = (0, 0, 0)
    for number in 0..<1000 {
      try await desk.reopen([:])
      window = desk.window
      try await desk.navigator.open("notes://notes/1", animated: false)
      let sheet = try desk.registry.perform(to: View<any EditorInput>(), path: .sheet(from: desk.window))
      editor = try await sheet.completed()
      let alert = try desk.registry.perform(to: View<any AlertInput>(), path: .popover(from: desk.window))
      try await alert.completed()
      expect(desk.navigator.screens.count, 3)
      if number >= 750 { try await wait(for: "the popover") { desk.tree.popovers.last?.isMapped == true } }
      let closed = await desk.window.close()
      expect(closed, true)
      expect(alert.state, .removed)
      guard [199, 799, 999].contains(number) else { continue }
      try await Task.sleep(for: .milliseconds(50))
      if number == 199 { (handlers, memory) = (SignalHandler.count, residentPages()) }
      if number == 799 { bytes = Display.allocated }
    }
    let pages = residentPages() - memory
    bytes = (Display.allocated - bytes) / 200
    let bare = try await bytesOfBareWindow()
    print(
      "800 windows: \(SignalHandler.count - handlers) closures, \(pages * 4) KiB; with a visible "
        + "popover: \(bytes) bytes each, GTK alone: \(bare)")
    expect(SignalHandler.count, handlers)
    // A window with its widgets takes about 300 KiB.
    if pages * 4 > 800 * 4 { Checks.fail("800 closed windows have left \(pages * 4) KiB") }
    if bytes > 2 * bare + 2048 {
      Checks.fail("a closed window has left \(bytes) bytes, and one of GTK alone \(bare)")
    }
    try await desk.reopen([:])
    expect(window == nil, true)
    expect(editor == nil, true)
    try await desk.clean()
  }

  /// Returns the number of bytes that a closed window leaves without Waymark.
  @MainActor private static func bytesOfBareWindow() async throws -> Int {
    var before = 0
    for number in 0..<250 {
      let bare = BareWindow()
      bare.present()
      try await wait(for: "the popover") { bare.popover.isMapped }
      bare.destroy()
      guard number == 49 || number == 249 else { continue }
      try await Task.sleep(for: .milliseconds(50))
      if number == 49 { before = Display.allocated }
    }
    return (Display.allocated - before) / 200
  }

  /// The program's pages in memory.
  private static func residentPages() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
  }
}
