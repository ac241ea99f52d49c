package import WaymarkCore

// A small application: the interfaces that its modules share.

package struct Note: Sendable, Equatable {
  package var id = 0
  package init() {}
  package init(id: Int) { self.id = id }
}

@MainActor package protocol EditorInput: AnyObject { var title: String { get set } }
@MainActor package protocol HeadingInput: AnyObject { var heading: String { get set } }
@MainActor package protocol PreviewInput: AnyObject {}
@MainActor package protocol EditorModuleConfig { var note: Note? { get set } }
@MainActor package protocol RequiredModuleConfig { var note: Note? { get set } }
package protocol NoteStore: AnyObject, Sendable { var name: String { get } }
package protocol RequiredStore: AnyObject, Sendable { var name: String { get } }
package protocol TimeSource: Sendable { var now: Int { get } }
package protocol Draft { var text: String { get set } }
package protocol RequiredDraft { var text: String { get set } }
package protocol ImportModuleConfig { var source: String { get set } }
package protocol Undeclared {}

extension RoutableView where Protocol == any EditorInput {
  package init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableView<any HeadingInput> { package init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any PreviewInput> { package init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableViewModule<any EditorModuleConfig> {
  package init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableViewModule<any RequiredModuleConfig> {
  package init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableService<any NoteStore> { package init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any RequiredStore> { package init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any TimeSource> { package init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Draft> { package init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any RequiredDraft> { package init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any EditorInput> { package init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableServiceModule<any ImportModuleConfig> {
  package init() { self.init(declaredProtocol: Protocol.self) }
}

extension RoutableView<any EditorInput> { package static var editor: Self { declared() } }
extension RoutableService<any NoteStore> { package static var notes: Self { declared() } }
extension RoutableViewModule<any EditorModuleConfig> { package static var editorModule: Self { declared() } }
