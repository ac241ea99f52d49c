import Synchronization
import Waymark
import WaymarkRuntime

// A small application: what modules make.

@MainActor final class Editor: EditorInput, ViewDestination {
  var title = ""
  init() {}
}

@MainActor final class StoredEditor: EditorInput {
  var title = ""
  let store: any NoteStore
  let time: any TimeSource
  init(store: any NoteStore, time: any TimeSource) {
    self.store = store
    self.time = time
  }
}

@MainActor final class HeadingEditor: HeadingInput {
  let editor: any EditorInput
  init(_ editor: any EditorInput) { self.editor = editor }
  var heading: String {
    get { editor.title }
    set { editor.title = newValue }
  }
}

struct EditorConfiguration: EditorModuleConfig, RequiredModuleConfig {
  var note: Note?
  nonisolated var number: Int? {
    get { note?.id }
    set { note = newValue.map { Note(id: $0) } }
  }
}

final class MemoryStore: NoteStore, RequiredStore, ServiceDestination {
  let name: String
  init() { name = "memory" }
  init(name: String) { self.name = name }
}

final class StoreProxy: RequiredStore {
  let store: any NoteStore
  var name: String { "proxy of \(store.name)" }
  init(_ store: any NoteStore) { self.store = store }
}

struct SystemTime: TimeSource, ServiceDestination { var now: Int { 42 } }

struct PlainDraft: Draft, RequiredDraft, Equatable { var text = "" }

struct Failure: Error, CustomStringConvertible { let description: String }

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func increment() { count.add(1, ordering: .sequentiallyConsistent) }
}

/// Collects from any thread.
final class Log: Sendable {
  private let lines = Lock<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func append(_ line: String) { lines.withLock { $0.append(line) } }
  func clear() { lines.withLock { $0 = [] } }
}
