import NotesInterfaces
import Waymark

/// The list of notes.
public struct NoteListModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The route to the list: of all notes, of one folder, or, with an empty name in the query, of no folder.
  public var routes: Routes {
    Route(NoteListView.init(storage:details:editors:alerts:actions:)) {
      View<any NoteListInput>()
      Identifier("list")
      URLPattern("notes://list", through: "notes://folders")
      URLPattern("notes://list/:folder", through: "notes://folders")
    } prepare: { list, routes in
      if let folder = routes.parameters?["folder"] { list.folder = folder }
      try list.reload()
    }
  }
}
