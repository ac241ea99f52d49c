import NotesInterfaces
import Waymark

/// The list of notes.
struct NoteListModule: RouteModule {
  var routes: Routes {
    Route(NoteListScreen.init(storage:editors:alerts:actions:)) {
      View<any NoteListInput>()
      Identifier("list")
      URLPattern("notes://list")
      URLPattern("notes://list/:folder", through: "notes://folders")
    } prepare: { list, routes in
      if let folder = routes.parameters?["folder"] { list.folder = folder }
      try list.reload()
    }
  }
}
