import Foundation
import NotesAlert
import NotesEditor
import NotesInterfaces
import NotesList
import NotesStorage
import Waymark

/// The application: all modules, and what connects them.
public struct NotesApplication: RouteModule {
  private let store: URL

  /// Creates the application.
  ///
  /// - Parameter store: The file of the notes.
  public init(store: URL) { self.store = store }

  /// Everything that the modules declare.
  public var routes: Routes {
    StorageModule(file: store)
    EditorModule()
    NoteListModule()
    AlertModule()
    AdapterModule()
  }

  /// The file of the notes where the user names none: below the user's data directory.
  public static var defaultStore: URL {
    let environment = ProcessInfo.processInfo.environment
    let home = FileManager.default.homeDirectoryForCurrentUser
    #if os(macOS)
      let data = home.appending(path: "Library/Application Support")
    #else
      let named = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
      let data = named ?? home.appending(path: ".local/share")
    #endif
    return data.appending(path: "waymark-notes/notes.json")
  }
}
