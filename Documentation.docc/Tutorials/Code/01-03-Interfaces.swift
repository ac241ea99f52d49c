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

extension RoutableService<any NoteStore> { static var noteStore: Self { declared() } }
extension RoutableView<any ListInput> { static var list: Self { declared() } }
extension RoutableView<any EditorInput> { static var editor: Self { declared() } }
extension RoutableViewModule<any EditorConfig> { static var editorConfig: Self { declared() } }
