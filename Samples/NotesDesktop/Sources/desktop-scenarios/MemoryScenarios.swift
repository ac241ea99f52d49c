import DesktopKit
import Foundation
import GtkKit
import NotesDesktop
import NotesInterfaces
import Waymark

/// The memory that windows leave behind.
enum MemoryScenarios: RouteVocabulary {
  /// Opens and closes 1,000 windows, each with a note, a sheet, and a popover.
  @MainActor static func thousandWindows() async throws {
    let desk = try await Desk()
    await desk.window.close()
    weak var window: DesktopWindow?
    weak var editor: AnyObject?
    var (handlers, memory) = (0, 0)
    for number in 0..<1000 {
      try await desk.reopen([:])
      window = desk.window
      try await desk.navigator.open("notes://notes/1", animated: false)
      let sheet = try desk.registry.perform(to: View<any EditorInput>(), path: .sheet(from: desk.window))
      editor = try await sheet.completed()
      let alert = try desk.registry.perform(to: View<any AlertInput>(), path: .popover(from: desk.window))
      try await alert.completed()
      expect(desk.navigator.screens.count, 3)
      let closed = await desk.window.close()
      expect(closed, true)
      expect(alert.state, .removed)
      guard number == 199 || number == 999 else { continue }
      try await Task.sleep(for: .milliseconds(50))
      if number == 199 { (handlers, memory) = (SignalHandler.count, residentPages()) }
    }
    let pages = residentPages() - memory
    print("800 windows: \(SignalHandler.count - handlers) closures, \(pages * 4) KiB")
    expect(SignalHandler.count, handlers)
    // A window with its widgets takes about 300 KiB.
    if pages * 4 > 800 * 4 { Checks.fail("800 closed windows have left \(pages * 4) KiB") }
    try await desk.reopen([:])
    expect(window == nil, true)
    expect(editor == nil, true)
    try await desk.clean()
  }

  /// The program's pages in memory.
  private static func residentPages() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
  }
}
