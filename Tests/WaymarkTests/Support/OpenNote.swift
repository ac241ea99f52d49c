import Waymark

// A configuration that is filled from URLs: in an isolated type, as those of views are.

struct NoteID: RawRepresentable, Sendable, Equatable { var rawValue: Int }
enum NoteColor: String, Sendable { case red, blue }

@MainActor protocol OpenNote {
  var id: NoteID { get set }
  var folder: String { get set }
  var page: Int? { get set }
  var color: NoteColor? { get set }
  var query: String { get set }
}

struct OpenNoteConfiguration: OpenNote {
  var id = NoteID(rawValue: 0)
  var folder = "inbox"
  var page: Int?
  var color: NoteColor?
  var query = "all"
  var title: String?
}

extension RoutableViewModule<any OpenNote> { static var openNote: Self { declared() } }

/// A view that keeps its configuration.
@MainActor final class OpenedNote: EditorInput {
  var title = ""
  let configuration: OpenNoteConfiguration
  init(_ configuration: OpenNoteConfiguration) { self.configuration = configuration }
}
