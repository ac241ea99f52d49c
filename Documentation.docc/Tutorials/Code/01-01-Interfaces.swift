struct Note: Sendable, Equatable {
  var title: String
}

protocol NoteStore: Sendable {
  func notes() -> [Note]
  func save(_ note: Note)
}
