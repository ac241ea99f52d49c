import PageKit
import ServerInterfaces
import Waymark

/// Notes and folders, as pages and for programs.
public struct NotesModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The pages, the resources, and the entries of the menu.
  public var routes: Routes {
    Route(Notebook.init(storage:member:)) {
      Service(.notebook)
      Scoped(to: Session.self)
    }
    Route(NoteForm.init(notebook:pages:links:)) { Service(.noteForm) }
    folderPages
    notePages
    resources
    Route(MenuItem.notes(links:)) { Contributes(to: .menuItems, as: "notes", order: 1) }
    Route(MenuItem.folders(links:)) { Contributes(to: .menuItems, as: "folders", order: 2) }
    for (name, text) in [
      ("note-list", noteListTemplate), ("folders", foldersTemplate),
      ("folder-settings", folderSettingsTemplate),
      ("note", noteTemplate), ("note-deletion", noteDeletionTemplate),
    ] {
      Route(TemplateSource.self) {
        Contributes(to: .templates, as: name)
      } make: {
        TemplateSource(name, text)
      }
    }
  }

  @RoutesBuilder private var folderPages: Routes {
    Route(
      FoldersPage.init(address:notebook:request:pages:links:),
      configuration: { PlainAddress<PlainPage.Folders>() }
    ) {
      ServiceModule(.foldersPage)
      URLPattern(for: PlainAddress<PlainPage.Folders>.self, "/folders")
    }
    Route(FolderPage.init(address:notebook:request:pages:links:), configuration: { FolderAddress() }) {
      ServiceModule(.folderPage)
      URLPattern(for: FolderAddress.self, "/folders/\(\.folder)?page=\(\.page)")
    }
    Route(
      FolderSettingsPage.init(address:notebook:request:pages:links:),
      configuration: { FolderSettingsAddress() }
    ) {
      ServiceModule(.folderSettingsPage)
      URLPattern(for: FolderSettingsAddress.self, "/folders/\(\.folder)/settings")
    }
  }

  @RoutesBuilder private var notePages: Routes {
    Route(NotesPage.init(address:notebook:request:pages:links:), configuration: { NotesAddress() }) {
      ServiceModule(.notesPage)
      URLPattern(for: NotesAddress.self, "/notes?page=\(\.page)")
    }
    Route(NewNotePage.init(address:form:request:links:), configuration: { NewNoteAddress() }) {
      ServiceModule(.newNotePage)
      URLPattern(for: NewNoteAddress.self, "/notes/new?folder=\(\.folder)")
    }
    Route(NotePage.init(address:notebook:form:request:links:), configuration: { NoteAddress() }) {
      ServiceModule(.notePage)
      URLPattern(for: NoteAddress.self, "/notes/\(\.note)")
    }
    Route(
      NoteDeletionPage.init(address:notebook:request:pages:links:), configuration: { NoteDeletionAddress() }
    ) {
      ServiceModule(.noteDeletionPage)
      URLPattern(for: NoteDeletionAddress.self, "/notes/\(\.note)/delete")
    }
  }

  @RoutesBuilder private var resources: Routes {
    Route(NotesResource.init(address:notebook:request:), configuration: { NotesResourceAddress() }) {
      ServiceModule(.notesResource)
      URLPattern(for: NotesResourceAddress.self, "/api/notes?page=\(\.page)")
    }
    Route(NoteResource.init(address:notebook:request:), configuration: { NoteResourceAddress() }) {
      ServiceModule(.noteResource)
      URLPattern(for: NoteResourceAddress.self, "/api/notes/\(\.note)")
    }
    Route(FoldersResource.init(notebook:request:)) {
      Service(.foldersResource)
      URLPattern("/api/folders")
    }
  }
}

extension MenuItem {
  fileprivate static func notes(links: any Links) throws -> MenuItem {
    MenuItem(title: "All notes", link: try links.notes(page: nil))
  }

  fileprivate static func folders(links: any Links) -> MenuItem {
    MenuItem(title: "Folders", link: links.fixed.folders)
  }
}

extension RoutableService<NoteForm> { static var noteForm: Self { declared() } }
extension RoutableService<FoldersResource> { static var foldersResource: Self { declared() } }
extension RoutableServiceModule<NotesResourceAddress> { static var notesResource: Self { declared() } }
extension RoutableServiceModule<NoteResourceAddress> { static var noteResource: Self { declared() } }
