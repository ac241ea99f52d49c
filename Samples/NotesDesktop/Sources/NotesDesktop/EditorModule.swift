import NotesInterfaces
import NotesLogic
import Waymark

/// The editor, and the action that deletes a note.
struct EditorModule: RouteModule {
  var routes: Routes {
    Route(EditorScreen.self, configuration: EditorConfiguration.init) {
      View<any EditorInput>()
      ViewModule<any EditorModuleConfig>()
      Identifier("editor")
      URLPattern("notes://notes/:id", through: "notes://list")
      URLPattern("notes://list/:folder/notes/:id", through: "notes://list/:folder")
      Supports(.push, .sheet, .addChild)
      Leaves { try await $0.decideAboutLeaving() }
      Requires(Service<any NoteStorage>(), View<any AlertInput>())
    } make: { configuration, routes in
      let storage = try routes(Service<any NoteStorage>())
      let editor = EditorScreen(interactor: EditorInteractor(storage: storage))
      editor.note = try configuration.note(in: { storage }) ?? Note()
      return editor
    } open: { parameters, configuration in
      configuration.id = try parameters.value("id")
    }
    Route(DeleteAction.init(storage:alerts:)) { Contributes(to: .noteActions, as: "delete", order: 1) }
  }
}
