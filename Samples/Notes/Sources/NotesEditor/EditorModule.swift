import NotesInterfaces
import Waymark

/// The editor: view, presenter and interactor, wired when it is prepared.
public struct EditorModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The route to the editor.
  public var routes: Routes {
    Route(EditorView.self, configuration: EditorConfiguration.init) {
      View<any EditorInput>()
      ViewModule<any EditorModuleConfig>()
      Identifier("editor")
      Supports(.push, .present, .addChild)
      Requires(Service<any NoteStorage>(), View<any SaveNoticeInput>(), View<any AlertInput>())
    } make: { configuration, _ in
      let view = EditorView()
      view.note = configuration.note ?? Note()
      return view
    } prepare: { view, _, routes in
      guard view.presenter == nil else { return }
      let interactor = EditorInteractor(storage: try routes(Service<any NoteStorage>()))
      view.presenter = EditorPresenter(view: view, interactor: interactor)
    }
  }
}

/// The note that the editor begins with.
struct EditorConfiguration: EditorModuleConfig {
  var note: Note?
}
