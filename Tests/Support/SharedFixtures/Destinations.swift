import WaymarkCore
import WaymarkRuntime

// A small application: the destinations of its modules.

@MainActor package final class Editor: EditorInput, ViewDestination {
  package var title = ""
  package init() {}
}

@MainActor package final class StoredEditor: EditorInput {
  package var title = ""
  package let store: any NoteStore
  package let time: any TimeSource
  package init(store: any NoteStore, time: any TimeSource) {
    self.store = store
    self.time = time
  }
}

@MainActor package final class HeadingEditor: HeadingInput {
  package let editor: any EditorInput
  package init(_ editor: any EditorInput) { self.editor = editor }
  package var heading: String {
    get { editor.title }
    set { editor.title = newValue }
  }
}

package struct EditorConfiguration: EditorModuleConfig, RequiredModuleConfig {
  package nonisolated var note: Note?
  package nonisolated var number: Int? {
    get { note?.id }
    set { note = newValue.map { Note(id: $0) } }
  }
  package nonisolated init() {}
  package nonisolated init(note: Note?) { self.note = note }
}

package final class MemoryStore: NoteStore, RequiredStore, ServiceDestination {
  package let name: String
  package init() { name = "memory" }
  package init(name: String) { self.name = name }
}

package final class StoreProxy: RequiredStore {
  package let store: any NoteStore
  package var name: String { "proxy of \(store.name)" }
  package init(_ store: any NoteStore) { self.store = store }
}

package struct SystemTime: TimeSource, ServiceDestination {
  package var now: Int { 42 }
  package init() {}
}

package struct PlainDraft: Draft, RequiredDraft, Equatable {
  package var text = ""
  package init() {}
  package init(text: String) { self.text = text }
}

package struct Failure: Error, CustomStringConvertible {
  package let description: String
  package init(description: String) { self.description = description }
}

/// Counts from any thread.
package final class Counter: Sendable {
  private let count = Lock(0)
  package var value: Int { count.withLock { $0 } }
  package init() {}
  package func increment() { count.withLock { $0 += 1 } }
}

/// Collects from any thread.
package final class Log: Sendable {
  private let lines = Lock<[String]>([])
  package var all: [String] { lines.withLock { $0 } }
  package init() {}
  package func append(_ line: String) { lines.withLock { $0.append(line) } }
  package func clear() { lines.withLock { $0 = [] } }
}
