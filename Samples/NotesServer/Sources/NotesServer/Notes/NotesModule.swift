import Waymark

/// Notes, folders, and the search, as pages and for programs.
struct NotesModule: RouteModule {

  var routes: Routes {
    Route(Notebook.init(storage:member:)) {
      Service(.notebook)
      Scoped(to: Session.self)
    }
    Decorates(.storage) { CachedSearch(inner: $0) }
    Serves(
      NotesPage.init(address:notebook:pages:),
      at: "/notes?folder=\(\.folder)&order=\(\.order)&page=\(\.page)&notice=\(\.notice)&note=\(\.note)")
    Serves(NotePage.init(address:notebook:pages:), at: "/notes/\(\.note)?notice=\(\.notice)")
    Serves(EditingPage.init(address:notebook:pages:), at: "/notes/\(\.note)/edit")
    Serves(
      NewNotePage.init(address:notebook:pages:), at: "/notes/new?folder=\(\.folder)")
    Serves(PinPage.init(address:notebook:request:links:), at: "/notes/\(\.note)/pin")
    Serves(DeletionPage.init(address:notebook:links:), at: "/notes/\(\.note)/delete")
    Serves(RestorationPage.init(address:notebook:links:), at: "/notes/\(\.note)/restore")
    Serves(FoldersPage.init(address:notebook:pages:), at: "/folders?notice=\(\.notice)")
    Serves(
      FolderSettingsPage.init(address:notebook:pages:),
      at: "/folders/\(\.folder)/settings")
    Serves(
      FolderDeletionPage.init(address:notebook:pages:), at: "/folders/\(\.folder)/delete")
    Serves(SearchPage.init(address:storage:member:pages:), at: "/search?words=\(\.words)")
    Serves(NotesResource.init(address:notebook:request:), at: "/api/notes?page=\(\.page)")
    Serves(NoteResource.init(address:notebook:request:), at: "/api/notes/\(\.note)")
    Serves(FoldersResource.init(address:notebook:request:), at: "/api/folders")
    Serves(SearchResource.init(address:storage:member:request:links:), at: "/api/search?words=\(\.words)")
    Route({ (links: Links) in MenuItem(title: "All notes", link: try links(NotesAddress())) }) {
      Contributes(to: .menuItems, as: "notes", order: 1)
      Singleton()
    }
    Route({ (links: Links) in MenuItem(title: "Folders", link: try links(FoldersAddress())) }) {
      Contributes(to: .menuItems, as: "folders", order: 2)
      Singleton()
    }
  }
}
