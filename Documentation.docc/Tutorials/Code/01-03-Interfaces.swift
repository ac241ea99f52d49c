import Waymark

struct Note: Sendable, Equatable {
  var title: String
}

protocol NoteStore: Sendable {
  func notes() -> [Note]
  func save(_ note: Note)
}

@MainActor protocol ListInput: AnyObject {
  func lines() -> [String]
  func edit(_ title: String) throws
}

@MainActor protocol EditorInput: AnyObject {
  var text: String { get }
}

@MainActor protocol EditorConfig {
  var title: String { get set }
}

extension Routables {
  var noteStore: RoutableService<any NoteStore> { declared() }
  var list: RoutableView<any ListInput> { declared() }
  var editor: RoutableView<any EditorInput> { declared() }
  var editorConfig: RoutableViewModule<any EditorConfig> {
    declared()
  }
}
