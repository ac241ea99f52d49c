import ServerInterfaces
import Synchronization
import Waymark

/// Keeps the newest answers of an index.
///
/// An answer is right until the user changes a note, which the revision tells; a change by another process
/// has another revision, too.
public final class CachedSearch: SearchIndex {
  private struct Question: Hashable {
    let words: [String]
    let user: String
    let revision: Int
    let limit: Int
  }

  private struct Answers {
    var current: [Question: NoteList] = [:]
    var previous: [Question: NoteList] = [:]
  }

  private let inner: any SearchIndex
  private let capacity: Int
  private let answers = Mutex(Answers())

  /// Creates a cache around an index.
  ///
  /// - Parameter capacity: Half of the number of answers to keep. When the younger half is full, the older is dropped.
  public init(inner: any SearchIndex, capacity: Int = 500) {
    self.inner = inner
    self.capacity = capacity
  }

  /// Returns the notes that have all words, from the cache if it has the answer.
  public func find(_ words: [String], of user: String, revision: Int, limit: Int) async throws -> NoteList {
    let question = Question(words: words, user: user, revision: revision, limit: limit)
    if let answer = answers.withLock({ $0.current[question] ?? $0.previous[question] }) { return answer }
    let answer = try await inner.find(words, of: user, revision: revision, limit: limit)
    answers.withLock { answers in
      if answers.current.count >= capacity {
        answers.previous = answers.current
        answers.current = [:]
      }
      answers.current[question] = answer
    }
    return answer
  }
}
