import Foundation
import ServerInterfaces
import Synchronization
import Waymark

/// An index that finds one note, whatever it's asked for.
struct CountingIndex: SearchIndex {
  let questions: Questions

  func find(_ words: [String], of user: String, revision: Int, limit: Int) -> NoteList {
    questions.add(words)
    let note = NoteSummary(id: "a", title: "Found", excerpt: "", changed: Date(timeIntervalSince1970: 0))
    return NoteList(notes: [note], total: 1)
  }
}

/// What an index was asked for.
final class Questions: Sendable {
  private let asked = Mutex<[[String]]>([])
  var all: [[String]] { asked.withLock { $0 } }
  func add(_ words: [String]) { asked.withLock { $0.append(words) } }
}

extension RoutableService<Questions> { static var questions: Self { declared() } }
