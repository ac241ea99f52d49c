import SharedFixtures
import WaymarkCore

/// A route of a service that the registry keeps, if a condition holds.
func kept<Made: Sendable, Requested>(
  _ make: @escaping @Sendable () throws -> Made, _ token: RoutableService<Requested>, if isKept: Bool = true,
  fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    token
    if isKept { Singleton() }
  }
}

/// A route of a service with a dependency, which the registry keeps, if a condition holds.
func kept<Needed, Made: Sendable, Requested>(
  _ make: @escaping @Sendable (Needed) throws -> Made, _ token: RoutableService<Requested>,
  if isKept: Bool = true, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    token
    if isKept { Singleton() }
  }
}

/// A route of a service that a scope keeps.
func scoped<Made: Sendable, Requested, Scope: RouteScope>(
  _ make: @escaping @Sendable () throws -> Made, _ token: RoutableService<Requested>,
  to scope: Scope.Type = UserSession.self, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    token
    Scoped(to: scope)
  }
}

/// A route that keeps a chat room for each number.
func rooms() -> Route {
  Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
    RoutableServiceModule(.roomSettings)
    RoutableService(.chat)
    Kept(by: \RoomSettings.number)
  }
}

/// A route of an editor with the number of its configuration's note in its title.
func numberedEditor(fileID: StaticString = #fileID, line: Int = #line) -> Route {
  Route(Editor.self, configuration: EditorConfiguration.init, fileID: fileID, line: line) {
    RoutableView(.editor)
    RoutableViewModule(.editorModule)
  } make: { configuration, _ in
    let editor = Editor()
    editor.title = "note \(configuration.note?.id ?? 0)"
    return editor
  } prepare: { editor, configuration, _ in
    editor.title += ", prepared for \(configuration.note?.id ?? 0)"
  }
}
