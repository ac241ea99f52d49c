import Synchronization

/// Keeps the newest answers of searches, around any storage.
///
/// An answer is right until the user changes a note, in any process. Then the revision is another one.
final class CachedSearch: NotesStorage {
  private struct Question: Hashable {
    let words: [String]
    let user: String
    let revision: Int
  }

  private let inner: any NotesStorage
  private let capacity: Int
  private let answers = Mutex<(current: [Question: NoteList], previous: [Question: NoteList])>(([:], [:]))

  /// - Parameter capacity: Half of the number of answers to keep. When the younger half is full, the older is dropped.
  init(inner: any NotesStorage, capacity: Int = 500) {
    (self.inner, self.capacity) = (inner, capacity)
  }

  @discardableResult func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
    guard let search = call as? FindNotes else { return try await inner.perform(call) }
    let question = Question(words: search.words, user: search.user, revision: search.revision)
    let kept = answers.withLock { $0.current[question] ?? $0.previous[question] }
    if let answer = kept as? Call.Answer { return answer }
    let answer = try await inner.perform(call)
    guard let list = answer as? NoteList else { return answer }
    answers.withLock { answers in
      if answers.current.count >= capacity { answers = ([:], answers.current) }
      answers.current[question] = list
    }
    return answer
  }
}
