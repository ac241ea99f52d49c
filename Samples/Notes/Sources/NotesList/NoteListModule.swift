import NotesInterfaces
import Waymark

/// The list of notes.
public struct NoteListModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The route to the list.
  public var routes: Routes {
    Route(NoteListView.init(storage:details:editors:alerts:prompts:)) {
      View<any NoteListInput>()
      Identifier("list")
    } prepare: { list, _ in
      try list.reload()
    }
  }
}
