import Synchronization
import Waymark

final class MemoryNoteStore: NoteStore {
  private let saved = Mutex([Note(title: "Shopping")])

  func notes() -> [Note] {
    saved.withLock { $0 }
  }

  func save(_ note: Note) {
    saved.withLock { $0.append(note) }
  }
}

struct StorageModule: RouteModule {
  var routes: Routes {
    Route(MemoryNoteStore.init) {
      Service(.noteStore)
    }
  }
}
