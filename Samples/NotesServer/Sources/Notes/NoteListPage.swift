import PageKit
import ServerInterfaces

/// A page of notes with links to the pages before and after it.
struct NoteListPage {
  let list: NoteList
  let page: Int
  let links: any Links

  /// The values of the template `note-list`.
  func values(link: (Int) throws -> String) throws -> [String: Any] {
    var values: [String: Any] = [
      "notes": try list.notes.map { note in
        [
          "link": try links.note(note.id), "title": note.title, "excerpt": note.excerpt,
          "changed": DateText.minutes(note.changed),
        ] as [String: Any]
      },
      "total": list.total == 1 ? "1 note" : "\(list.total) notes",
      "isEmpty": list.notes.isEmpty,
    ]
    if page > 1 { values["previous"] = try link(page - 1) }
    if page * Limits.page < list.total { values["next"] = try link(page + 1) }
    return values
  }

  /// Returns the number of a page, from 1.
  ///
  /// - Throws: `PageProblem` if there can be no such page.
  static func number(_ page: Int?) throws -> Int {
    guard let page else { return 1 }
    guard (1...1_000_000).contains(page) else { throw PageProblem.missing }
    return page
  }
}
