import NotesInterfaces
import ScreenKit
import Waymark

/// Draws the list, and below it or beside it the note that is open.
final class NoteListView: NoteListInput, InteractiveScreen {
  var folder: String?

  private let storage: any NoteStorage
  private let ways: NoteListWays
  /// The actions that other modules contribute.
  private let actions: [any NoteAction]
  private var notes: [Note] = []
  private var selection = ListSelection()
  /// The note below the list, where it is printed.
  private var detail: (any NoteDetailInput)?
  /// The note beside the list, where it is walked through.
  private var preview: ActiveRoute<any NoteDetailInput>?

  /// Creates the view with the route's dependencies: the storage, routers to other screens, and the actions of keys.
  init(
    storage: any NoteStorage, details: DestinationViewRouter<any NoteDetailInput>,
    editors: ModuleViewRouter<any EditorModuleConfig>, alerts: DestinationViewRouter<any AlertInput>,
    actions: [any NoteAction]
  ) {
    self.storage = storage
    ways = NoteListWays(details: details, editors: editors, alerts: alerts)
    self.actions = actions
  }

  func reload() throws {
    let number = selected?.id
    notes = try storage.notes().filter { folder == nil || $0.folder == folder }
    selection.select(notes.firstIndex { $0.id == number } ?? selection.index, of: notes.count)
    showSelectedInPreview()
  }

  func open(id: Note.ID) throws {
    let note = try storage.note(id: id)
    detail = try ways.details.makeDestination { $0.show(note.concealed) }
  }

  // MARK: - Screen

  func render(width: Int) -> [String] {
    guard !notes.isEmpty else {
      let place = folder.map { $0.isEmpty ? " in no folder" : " in '\($0)'" } ?? ""
      return ["There are no notes\(place). 'notes new TITLE' writes the first."]
    }
    let list = rows(width: width)
    guard let detail else { return list }
    return list + [""] + detail.render(width: width)
  }

  // MARK: - InteractiveScreen

  var title: String {
    switch folder {
    case nil: "All notes"
    case ""?: "Notes in no folder"
    case let folder?: "Notes in \(folder)"
    }
  }

  var hints: [KeyHint] {
    [KeyHint("↵", "open"), KeyHint("n", "new"), KeyHint("p", "preview")] + actions.map(\.hint)
      + [KeyHint("esc", "folders"), KeyHint("q", "leave"), KeyHint("↑↓", "select")]
  }

  func becameActive() throws { try reload() }

  func draw(in size: ScreenSize) -> Drawing {
    selection.page = size.rows
    guard !notes.isEmpty else { return Drawing(["", " There is nothing here yet; n writes a note."]) }
    let lines = rows(width: size.columns - 2).enumerated().map { index, row in
      let isSelected = index == selection.index
      let text = " " + (isSelected ? TextLayout.fit(row, width: size.columns - 1) : row)
      return StyledLine(text, isSelected ? .reversed : [])
    }
    return Drawing(lines, focus: selection.index)
  }

  func handle(_ key: Key, in window: any ScreenWindow) throws -> Bool {
    switch key {
    case .character("n"):
      try ways.edit(Note(folder: folder ?? ""), along: .present(from: window))
    case .character("p"): try togglePreview(in: window)
    case .enter:
      guard let selected else { return true }
      try ways.open(selected, from: window)
    default:
      if let action = actions.first(where: { key == .character(Character($0.hint.key)) }) {
        guard let selected else { return true }
        window.perform { [weak self] in
          if try await action.perform(on: selected, in: window) { try self?.reload() }
        }
        return true
      }
      guard selection.handle(key) else { return false }
      showSelectedInPreview()
    }
    return true
  }

  // MARK: -

  private var selected: Note? { notes.indices.contains(selection.index) ? notes[selection.index] : nil }

  private func rows(width: Int) -> [String] {
    let column = notes.map { String($0.id).count }.max() ?? 0
    return notes.map { note in
      let number = String(note.id)
      let title = String(repeating: " ", count: column - number.count) + "\(number)  \(note.title)"
      return TextLayout.cut(title + (note.isLocked ? " (locked)" : ""), width: width)
    }
  }

  private func togglePreview(in window: any ScreenWindow) throws {
    if let preview, preview.state == .routed {
      self.preview = nil
      return try preview.remove()
    }
    preview = try ways.details.perform(.addChild(to: window)) { route in
      route.prepareDestination = { [weak self] in
        if let note = self?.selected { $0.show(note.concealed) }
      }
    }
  }

  private func showSelectedInPreview() {
    preview?.destination?.show(selected?.concealed ?? Note())
  }
}
