import Foundation
import NotesInterfaces
import Waymark

/// The notes in one file.
public struct StorageModule: RouteModule {
  private let file: URL

  /// Creates the module.
  ///
  /// - Parameter file: Where the notes are kept. It and its folder are made when the first note is saved.
  public init(file: URL) { self.file = file }

  /// The route to the storage: one for the whole application, and another one for previews.
  public var routes: Routes {
    Route(FileNoteStorage.self) {
      Service<any NoteStorage>()
      Identifier("storage")
      Singleton()
      Stopping { $0.close() }
    } make: { [file] in
      await FileNoteStorage.open(file)
    }
    When(.preview) {
      Route(SampleNoteStorage.init) {
        Service<any NoteStorage>()
        Identifier("storage")
        Singleton()
      }
    }
  }
}
