import NotesInterfaces
import ScreenKit
import Waymark

/// Draws the folders, each with the number of its notes.
final class FolderListView: FolderListInput, InteractiveScreen {
  private let storage: any NoteStorage
  private let lists: DestinationViewRouter<any NoteListInput>
  private var folders: [Folder] = []
  private var selection = ListSelection()

  /// Notes that belong together, with nil as the name for all notes, and an empty name for notes in no folder.
  private struct Folder: Equatable {
    let name: String?
    let count: Int

    var label: String {
      switch name {
      case nil: "All notes"
      case ""?: "In no folder"
      case let name?: name
      }
    }
  }

  init(storage: any NoteStorage, lists: DestinationViewRouter<any NoteListInput>) {
    self.storage = storage
    self.lists = lists
  }

  let title = "Folders"
  let hints = [KeyHint("↑↓", "select"), KeyHint("↵", "open"), KeyHint("q", "leave")]

  func reload() throws {
    let notes = try storage.notes()
    let groups = Dictionary(grouping: notes, by: \.folder)
    let names = groups.keys.sorted { ($0.isEmpty ? 1 : 0, $0) < ($1.isEmpty ? 1 : 0, $1) }
    let all = Folder(name: nil, count: notes.count)
    let hasFolders = names.contains { !$0.isEmpty }
    folders = [all] + (hasFolders ? names.map { Folder(name: $0, count: groups[$0]?.count ?? 0) } : [])
    selection.select(selection.index, of: folders.count)
  }

  func becameActive() throws { try reload() }

  func render(width: Int) -> [String] { folders.map { row($0, width: width) } }

  func draw(in size: ScreenSize) -> Drawing {
    selection.page = size.rows
    let lines = folders.enumerated().map { index, folder in
      StyledLine(" " + row(folder, width: size.columns - 1), index == selection.index ? .reversed : [])
    }
    return Drawing(lines, focus: selection.index)
  }

  func handle(_ key: Key, in window: any ScreenWindow) throws -> Bool {
    guard key == .enter else { return selection.handle(key) }
    // By its URL, so that the list is found again after a restart.
    let folder = folders[selection.index].name
    try lists.registry.open(lists.url(folder.map { ["folder": $0] } ?? [:]), .push(from: window))
    return true
  }

  private func row(_ folder: Folder, width: Int) -> String {
    let count = String(folder.count)
    return TextLayout.fit(folder.label, width: max(min(width, 40) - count.count - 1, 1)) + " " + count
  }
}
