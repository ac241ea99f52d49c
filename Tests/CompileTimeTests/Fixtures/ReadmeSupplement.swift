// What README leaves out for brevity.

@MainActor final class Editor: EditorInput {
  var title = ""
  let store: any NoteStore
  init(store: any NoteStore) { self.store = store }
}

final class MemoryStore: NoteStore {
  func titles() -> [String] { [] }
}
