// The contract, part 12: URLs that are typed both ways. With Declarations.swift it must type-check.
import Waymark

struct NoteID: RawRepresentable, Sendable { var rawValue: Int }
@MainActor protocol OpenNote {
  var id: NoteID { get set }
  var folder: String { get set }
}
struct OpenNoteConfiguration: OpenNote {
  var id = NoteID(rawValue: 0)
  var folder = ""
  var page: Int?
}
extension Routables { var openNote: RoutableViewModule<any OpenNote> { declared() } }

struct NoteLinks: RouteModule {
  var routes: Routes {
    Route(Editor.self, configuration: OpenNoteConfiguration.init) {
      ViewModule(\.openNote)
      URLPattern(
        for: OpenNoteConfiguration.self, "notes://list/\(\.folder)/notes/\(\.id)?page=\(\.page)",
        through: "notes://list")
    } make: { configuration, _ in
      Editor()
    }
  }
}

@MainActor func link(_ registry: Registry) throws -> String {
  // The same declaration fills the configuration of a URL and writes the URL of a configuration.
  try registry.router(to: \.openNote)?.url { $0.id = NoteID(rawValue: 7) }.absoluteString ?? ""
}
