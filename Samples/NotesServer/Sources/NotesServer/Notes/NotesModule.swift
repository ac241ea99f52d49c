import Waymark

/// Notes, folders, and the search, as pages and for programs.
struct NotesModule: RouteModule {
  var routes: Routes {
    Route(Notebook.init(storage:member:)) {
      Service(.notebook)
      Scoped(to: Session.self)
    }
    Decorates(.storage) { CachedSearch(inner: $0) }
    Route(NotePages.init(notebook:pages:)) { Service<NotePages>(.own) }
    Serves("/notes?folder=\(\.folder)&order=\(\.order)&page=\(\.page)&note=\(\.note)", get: NotePages.list)
    Serves("/notes/\(\.note)", get: NotePages.show)
    Serves("/notes/\(\.note)/edit", get: NotePages.edit, form: NotePages.change)
    Serves("/notes/new?folder=\(\.folder)", get: NotePages.new, form: NotePages.add)
    Serves("/notes/\(\.note)/pin", post: NotePages.pin)
    Serves("/notes/\(\.note)/delete", post: NotePages.delete)
    Serves("/notes/\(\.note)/restore", post: NotePages.restore)
    Serves("/search?words=\(\.words)", get: NotePages.search)
    Route(FolderPages.init(notebook:pages:)) { Service<FolderPages>(.own) }
    Serves("/folders", get: FolderPages.list, form: FolderPages.add)
    Serves("/folders/\(\.folder)/settings", get: FolderPages.settings, form: FolderPages.rename)
    Serves("/folders/\(\.folder)/delete", get: FolderPages.question, post: FolderPages.delete)
    Route(NoteResources.init(notebook:request:links:)) { Service<NoteResources>(.own) }
    Serves("/api/notes?page=\(\.page)", get: NoteResources.list, post: NoteResources.add)
    Serves(
      "/api/notes/\(\.note)", get: NoteResources.read, put: NoteResources.replace,
      delete: NoteResources.delete)
    Serves("/api/folders", get: NoteResources.folders, post: NoteResources.addFolder)
    Serves("/api/search?words=\(\.words)", get: NoteResources.find)
    Lists("All notes", NotesAddress(), at: 1)
    Lists("Folders", FoldersAddress(), at: 2)
  }
}
