import Waymark

struct Note: Sendable, Equatable {
  var title: String
}

protocol NoteStore: Sendable {
  func notes() -> [Note]
  func save(_ note: Note)
}

extension RoutableService<any NoteStore> { static var noteStore: Self { declared() } }
