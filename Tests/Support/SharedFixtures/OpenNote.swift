package import WaymarkCore

// A configuration that URLs fill, in an isolated type like the configurations of views.

package struct NoteID: RawRepresentable, Sendable, Equatable {
  package var rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
}
package enum NoteColor: String, Sendable { case red, blue }

@MainActor package protocol OpenNote {
  var id: NoteID { get set }
  var folder: String { get set }
  var page: Int? { get set }
  var color: NoteColor? { get set }
  var query: String { get set }
}

package struct OpenNoteConfiguration: OpenNote {
  package nonisolated var id = NoteID(rawValue: 0)
  package nonisolated var folder = "inbox"
  package nonisolated var page: Int?
  package nonisolated var color: NoteColor?
  package nonisolated var query = "all"
  package nonisolated var title: String?
  package nonisolated init() {}
}

extension RoutableViewModule<any OpenNote> { package static var openNote: Self { declared() } }

/// A view that keeps its configuration.
@MainActor package final class OpenedNote: EditorInput {
  package var title = ""
  package let configuration: OpenNoteConfiguration
  package init(_ configuration: OpenNoteConfiguration) { self.configuration = configuration }
}
