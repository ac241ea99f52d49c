import DesktopKit
import Foundation
import GtkKit
import Waymark

/// The application: its windows, and their saved state.
@MainActor
public final class DesktopApplication {
  /// The windows, in order of creation.
  public private(set) var windows: [NotesWindow] = []
  private let registry: Registry
  private let saved: SavedWindows
  private var ended: CheckedContinuation<Void, Never>?
  private var isQuitting = false

  /// Creates the application.
  ///
  /// - Parameters:
  ///   - registry: The registry with ``NotesDesktopModule``.
  ///   - store: The file of the notes. The application saves its windows beside it.
  public init(registry: Registry, store: URL) {
    self.registry = registry
    saved = SavedWindows(file: store.appendingPathExtension("windows"))
    Display.style(
      ".notice { padding: 6px; background: alpha(@warning_color, 0.3); } .bottom-tabs { margin: 6px; }")
  }

  /// Shows the windows of the last time and opens links, until the last window is closed.
  ///
  /// - Parameter urls: The links.
  public func run(opening urls: [String] = []) async throws {
    for state in saved.windows {
      await (try openWindow(size: (state.width, state.height))).restore(state.plans)
    }
    if windows.isEmpty { await (try openWindow()).restore([:]) }
    open(urls)
    guard !windows.isEmpty else { return }
    await withCheckedContinuation { ended = $0 }
  }

  /// Opens links in the window that the user uses, and shows it.
  public func open(_ urls: [String]) {
    guard let front = windows.first(where: { $0.window.window.isActive }) ?? windows.last else { return }
    for url in urls { front.navigator.receive(url) }
    front.window.present()
  }

  /// Opens another window.
  ///
  /// - Parameter size: The size.
  /// - Returns: The window. The caller restores its screens.
  @discardableResult
  public func openWindow(size: (width: Int, height: Int) = (720, 480)) throws -> NotesWindow {
    let opened = try NotesWindow(in: registry, size: size)
    windows.append(opened)
    let window = opened.window
    window.onClose = { [weak self, weak opened] in
      if let opened { self?.closed(opened) }
    }
    window.addShortcut("<Control><Shift>n") { [weak self, weak window] in
      do {
        let opened = try self?.openWindow()
        Task { await opened?.restore([:]) }
      } catch {
        window?.say(error)
      }
    }
    window.addShortcut("<Control>w") { [weak window] in window?.userCloses() }
    window.addShortcut("<Control>q") { [weak self] in
      Task { await self?.quit() }
    }
    window.present()
    return opened
  }

  /// Saves the windows, asks their screens, and closes the windows unless a screen decides to stay.
  ///
  /// - Returns: Whether all windows are closed.
  @discardableResult
  public func quit() async -> Bool {
    isQuitting = true
    defer { isQuitting = false }
    let before = state
    for window in windows.reversed() {
      guard await window.window.close() else { return false }
    }
    save(before)
    return true
  }

  private func closed(_ window: NotesWindow) {
    // The program begins with the last window the next time.
    if windows.count == 1, !isQuitting { save(state) }
    windows.removeAll { $0 === window }
    guard windows.isEmpty else { return }
    ended?.resume()
    ended = nil
  }

  private var state: [SavedWindows.Window] {
    windows.map {
      let size = $0.window.window.size
      return SavedWindows.Window(plans: $0.navigator.plans, width: size.width, height: size.height)
    }
  }

  private func save(_ windows: [SavedWindows.Window]) {
    // Where the folder of the notes can't be written, nothing was saved there, and nothing is restored.
    try? saved.save(windows)
  }
}
