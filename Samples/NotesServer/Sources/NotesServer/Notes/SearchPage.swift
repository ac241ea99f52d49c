import Hummingbird
import Synchronization

/// The page that finds notes by their words.
struct SearchPage: Page {
  let address: SearchAddress
  let storage: any NotesStorage
  let member: Member
  let pages: PageWriter

  func get() async throws -> Response {
    let text = address.words ?? ""
    var values: [String: Any] = ["action": try pages.links(SearchAddress()), "words": text]
    let words = try SearchTerms.words(text)
    if !words.isEmpty {
      let found = try await storage.perform(
        FindNotes(words: words, user: member.user.id, revision: pages.request.revision, limit: Limits.page))
      values["found"] = SearchTerms.count(found.total)
      values["notes"] = try pages.items(found.notes)
    }
    return try pages.page("Search", "search", values)
  }
}

/// The words of a search.
enum SearchTerms {
  /// The greatest number of words.
  ///
  /// The search ignores the others.
  static let most = 8
  /// The greatest number of notes that the index counts.
  static let counted = 1000

  /// Returns the words of a text: its runs of letters and digits.
  static func words(_ text: String) throws -> [String] {
    guard text.utf8.count <= Limits.words else {
      throw HTTPError.invalid("Search for at most \(Limits.words) bytes.")
    }
    return text.split { !$0.isLetter && !$0.isNumber }.prefix(most).map(String.init)
  }

  static func count(_ total: Int) -> String {
    if total > counted { return "More than \(counted) notes" }
    return total == 1 ? "1 note" : "\(total) notes"
  }
}

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

  /// Creates a cache around a storage.
  ///
  /// - Parameter capacity: Half of the number of answers to keep. When the younger half is full, the older is dropped.
  init(inner: any NotesStorage, capacity: Int = 500) {
    self.inner = inner
    self.capacity = capacity
  }

  func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
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
