import NotesInterfaces
import Waymark

/// The list of folders.
public struct FolderListModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The route to the list.
  public var routes: Routes {
    Route(FolderListView.init(storage:lists:)) {
      View<any FolderListInput>()
      Identifier("folders")
      URLPattern("notes://folders")
    } prepare: { folders, _ in
      try folders.reload()
    }
  }
}
