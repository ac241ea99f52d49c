import NotesInterfaces
import Waymark

/// The editor with the note of this number, through the configuration of its route.
@MainActor
func editor(of id: Note.ID, in registry: Registry) throws -> any EditorInput {
  let note = try registry.makeDestination(to: RoutableService<any NoteStorage>()).note(id: id)
  guard !note.isLocked else { throw LockedNote(id: id) }
  return try editor(of: note, in: registry)
}

/// The editor with a note, through the configuration of its route.
@MainActor
func editor(of note: Note, in registry: Registry) throws -> any EditorInput {
  guard let router = registry.router(to: RoutableViewModule<any EditorModuleConfig>()) else {
    throw RouteError(.unregistered, "no module edits notes", remedy: "add EditorModule() to the application")
  }
  return try router.makeDestination(as: RoutableView<any EditorInput>()) { $0.note = note }
}
