import Waymark

// A small application: what modules agree on.

struct Note: Sendable, Equatable { var id = 0 }

@MainActor protocol EditorInput: AnyObject { var title: String { get set } }
@MainActor protocol HeadingInput: AnyObject { var heading: String { get set } }
@MainActor protocol PreviewInput: AnyObject {}
@MainActor protocol EditorModuleConfig { var note: Note? { get set } }
@MainActor protocol RequiredModuleConfig { var note: Note? { get set } }
protocol NoteStore: AnyObject, Sendable { var name: String { get } }
protocol RequiredStore: AnyObject, Sendable { var name: String { get } }
protocol TimeSource: Sendable { var now: Int { get } }
protocol Draft { var text: String { get set } }
protocol RequiredDraft { var text: String { get set } }
protocol ImportModuleConfig { var source: String { get set } }
protocol Undeclared {}

extension RoutableView where Protocol == any EditorInput {
  init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableView<any HeadingInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any PreviewInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableViewModule<any EditorModuleConfig> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableViewModule<any RequiredModuleConfig> {
  init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableService<any NoteStore> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any RequiredStore> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any TimeSource> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Draft> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any RequiredDraft> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any EditorInput> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableServiceModule<any ImportModuleConfig> {
  init() { self.init(declaredProtocol: Protocol.self) }
}

extension RoutableView<any EditorInput> { static var editor: Self { declared() } }
extension RoutableService<any NoteStore> { static var notes: Self { declared() } }
extension RoutableViewModule<any EditorModuleConfig> { static var editorModule: Self { declared() } }
