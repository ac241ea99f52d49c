import NotesInterfaces
import NotesLogic
import Waymark

/// The editor: view, presenter and interactor, wired when it is prepared.
public struct EditorModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The routes to the editor, and to the action that deletes a note.
  public var routes: Routes {
    Route(EditorView.self, configuration: EditorConfiguration.init) {
      View<any EditorInput>()
      ViewModule<any EditorModuleConfig>()
      Identifier("editor")
      URLPattern("notes://notes/:id", through: "notes://list")
      URLPattern("notes://list/:folder/notes/:id", through: "notes://list/:folder")
      Supports(.push, .present, .addChild)
      Leaves { try await $0.decideAboutLeaving() }
      Requires(Service<any NoteStorage>(), View<any SaveNoticeInput>(), View<any AlertInput>())
    } make: { configuration, routes in
      let view = EditorView()
      view.note = try configuration.note(in: { try routes(Service<any NoteStorage>()) }) ?? Note()
      return view
    } prepare: { view, _, routes in
      guard view.presenter == nil else { return }
      let interactor = EditorInteractor(storage: try routes(Service<any NoteStorage>()))
      view.presenter = EditorPresenter(view: view, interactor: interactor)
    } open: { parameters, configuration in
      configuration.id = try parameters.value("id")
    }
    Route(DeleteAction.init(storage:alerts:)) { Contributes(to: .noteActions, as: "delete", order: 1) }
  }
}

/// The note that the editor begins with.
struct EditorConfiguration: EditorModuleConfig {
  var note: Note?
  var id: Note.ID?
}
