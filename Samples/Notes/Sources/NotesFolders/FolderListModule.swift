import NotesInterfaces
import NotesLogic
import Waymark

/// The list of folders.
public struct FolderListModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The routes to the list, and to the action that moves a note to another folder.
  public var routes: Routes {
    Route(FolderListView.init(storage:lists:)) {
      View<any FolderListInput>()
      Identifier("folders")
      URLPattern("notes://folders")
    } prepare: { folders, _ in
      try folders.reload()
    }
    Route(MoveAction.init(storage:prompts:)) { Contributes(to: .noteActions, as: "move") }
  }
}
