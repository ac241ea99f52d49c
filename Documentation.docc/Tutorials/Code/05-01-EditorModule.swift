import Waymark

@MainActor final class NoteEditor: EditorInput {
  private let note: Note
  var text: String { "Editing \(note.title)" }

  init(title: String, store: any NoteStore) {
    note = Note(title: title)
    if !store.notes().contains(note) {
      store.save(note)
    }
  }
}

struct EditorSettings: EditorConfig {
  var title = "Untitled"
}

struct EditorModule: RouteModule {
  var routes: Routes {
    Route(NoteEditor.self, configuration: EditorSettings.init) {
      View(.editor)
      ViewModule(.editorConfig)
      URLPattern("notes://notes/:title")
      Requires(.noteStore)
    } make: { configuration, routes in
      NoteEditor(
        title: configuration.title,
        store: try routes(.noteStore))
    } open: { parameters, configuration in
      configuration.title = try parameters.value("title")
    }
  }
}
