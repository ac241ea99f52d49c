import Foundation
import NotesInterfaces
import NotesLogic
import NotesStorage
import Waymark

/// The application: all modules with their connections.
public struct NotesDesktopModule: RouteModule {
  private let store: URL

  /// Creates the application.
  ///
  /// - Parameter store: The file of the notes.
  public init(store: URL) { self.store = store }

  /// Everything that the modules declare.
  public var routes: Routes {
    StorageModule(file: store)
    NoteListModule()
    EditorModule()
    FolderListModule()
    AlertModule()
    LockModule(file: store.appendingPathExtension("passcode"))
    SettingsModule(file: store)
    Intercepts { try await LockGate.decide($0) }
  }
}
