import Foundation
import NotesAlert
import NotesEditor
import NotesFolders
import NotesInterfaces
import NotesList
import NotesLock
import NotesLogic
import NotesStorage
import Waymark

/// The application: all modules with their connections.
public struct NotesApplication: RouteModule {
  private let store: URL
  private let log: EventLog?

  /// Creates the application.
  ///
  /// - Parameters:
  ///   - store: The file of the notes.
  ///   - log: The file for the events of screens.
  public init(store: URL, log: EventLog? = nil) {
    self.store = store
    self.log = log
  }

  /// Everything that the modules declare.
  public var routes: Routes {
    StorageModule(file: store)
    EditorModule()
    NoteListModule()
    FolderListModule()
    AlertModule()
    LockModule(file: store.appendingPathExtension("passcode"))
    AdapterModule()
    Intercepts { try await LockGate.decide($0) }
    if let log {
      Observes { log.record($0) }
      LeakDetection(after: .seconds(2))
    }
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
