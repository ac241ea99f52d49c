import DesktopKit
import GtkKit
import NotesInterfaces
import NotesLogic
import ScreenKit
import Waymark

/// The folders, each with the number of its notes.
final class FolderListScreen: FolderListInput, DesktopScreen {
  let title = "Folders"
  let widget: Widget

  private let storage: any NoteStorage
  private let lists: DestinationViewRouter<any NoteListInput>
  private let list = List()
  private var folders: [String] = []
  private weak var window: DesktopWindow?

  init(storage: any NoteStorage, lists: DestinationViewRouter<any NoteListInput>) {
    self.storage = storage
    self.lists = lists
    widget = Scroll(list)
    widget.name = "folders"
    list.on("row-activated") { [weak self] in self?.openSelected() }
  }

  func reload() throws {
    let index = list.selected ?? 0
    let groups = Dictionary(grouping: try storage.notes(), by: \.folder)
    folders = groups.keys.sorted { ($0.isEmpty ? 1 : 0, $0) < ($1.isEmpty ? 1 : 0, $1) }
    list.removeAll()
    for folder in folders {
      let row = Label("\(folder.isEmpty ? "In no folder" : folder) (\(groups[folder]?.count ?? 0))")
      row.margin = 8
      list.append(row)
    }
    list.selected = min(index, folders.count - 1)
  }

  func becameActive(in window: DesktopWindow) throws {
    self.window = window
    try reload()
  }

  private func openSelected() {
    guard let window, let index = list.selected, folders.indices.contains(index) else { return }
    let folder = folders[index]
    window.perform { [lists] in
      // By its URL, so that the list is found again after a restart.
      try lists.registry.open(lists.url(["folder": folder]), .push(from: window))
    }
  }
}

/// The list of folders, and the action that moves a note to another folder.
struct FolderListModule: RouteModule {
  var routes: Routes {
    Route(FolderListScreen.init(storage:lists:)) {
      View<any FolderListInput>()
      Identifier("folders")
      URLPattern("notes://folders")
    } prepare: { folders, _ in
      try folders.reload()
    }
    Route(MoveAction.init(storage:prompts:)) { Contributes(to: .noteActions, as: "move") }
  }
}
