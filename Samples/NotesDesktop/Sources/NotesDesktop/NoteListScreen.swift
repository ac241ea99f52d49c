import DesktopKit
import Foundation
import GtkKit
import NotesInterfaces
import ScreenKit
import Waymark

/// A list of notes.
final class NoteListScreen: NoteListInput, DesktopScreen {
  var folder: String?
  let widget: Widget
  let buttons: [Widget]

  private let storage: any NoteStorage
  private let editors: ModuleViewRouter<any EditorModuleConfig>
  private let alerts: DestinationViewRouter<any AlertInput>
  private let list = List()
  private let empty = Label("There are no notes here yet.", wraps: true)
  private var notes: [Note] = []
  private weak var window: DesktopWindow?

  /// Creates the screen.
  ///
  /// Other modules contribute the actions.
  init(
    storage: any NoteStorage, editors: ModuleViewRouter<any EditorModuleConfig>,
    alerts: DestinationViewRouter<any AlertInput>, actions: [any NoteAction]
  ) {
    self.storage = storage
    self.editors = editors
    self.alerts = alerts
    let box = Box(isVertical: true)
    widget = box
    let new = Button(icon: "list-add-symbolic", tooltip: "New note (Ctrl+N)")
    new.name = "new"
    buttons = [new]
    empty.margin = 12
    box.append(empty)
    box.append(Scroll(list))
    let bar = Box(isVertical: false, spacing: 6)
    bar.margin = 6
    for action in actions { addButton(for: action, to: bar) }
    box.append(bar)
    new.onClick { [weak self] in self?.edit(Note(folder: self?.folder ?? "")) }
    box.addShortcut("<Control>n") { [weak self] in
      self?.edit(Note(folder: self?.folder ?? ""))
      return true
    }
    list.on("row-activated") { [weak self] in self?.openSelected() }
  }

  private func addButton(for action: any NoteAction, to bar: Box) {
    let button = Button(action.hint.action.capitalized)
    button.name = action.hint.action
    button.onClick { [weak self] in
      guard let self, let window, let selected else { return }
      window.perform { [weak self] in
        if try await action.perform(on: selected, in: window) { try self?.reload() }
      }
    }
    bar.append(button)
  }

  var title: String {
    switch folder {
    case nil: "All notes"
    case ""?: "Notes in no folder"
    case let folder?: "Notes in \(folder)"
    }
  }

  func reload() throws {
    let number = selected?.id
    let index = list.selected ?? 0
    notes = try storage.notes().filter { folder == nil || $0.folder == folder }
    list.removeAll()
    for note in notes {
      let row = Label(note.title + (note.isLocked ? " (locked)" : ""))
      row.margin = 8
      list.append(row)
    }
    list.selected = notes.firstIndex { $0.id == number } ?? min(index, notes.count - 1)
    empty.isVisible = notes.isEmpty
    widget.name = folder.map { "list \($0)" } ?? "list"
  }

  func open(id: Note.ID) throws { list.selected = notes.firstIndex { $0.id == id } }

  func becameActive(in window: DesktopWindow) throws {
    self.window = window
    try reload()
  }

  // MARK: -

  private var selected: Note? {
    list.selected.flatMap { notes.indices.contains($0) ? notes[$0] : nil }
  }

  private func edit(_ note: Note) {
    guard let window else { return }
    do {
      try editors.perform(.sheet(from: window)) { module, _ in module.note = note }
    } catch {
      window.say(error)
    }
  }

  /// Opens a note by its URL, so that a restart can restore it.
  private func openSelected() {
    guard let window, let selected else { return }
    let parameters = folder.map { ["folder": $0, "id": "\(selected.id)"] } ?? ["id": "\(selected.id)"]
    window.perform { [editors] in
      let url = try editors.url(parameters)
      do throws(Navigator.Failure) {
        try await window.navigator?.open(url)
      } catch {
        guard !error.isCancellation, error.code != .stayed else { return }
        throw error.error.underlying ?? error
      }
    }
  }
}
