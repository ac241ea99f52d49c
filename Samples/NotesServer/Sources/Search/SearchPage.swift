import HTTPTypes
import PageKit
import ServerInterfaces

/// The page that finds notes by their words.
package struct SearchPage: Endpoint {
  let address: SearchAddress
  let index: any SearchIndex
  let member: Member
  let request: Request
  let pages: PageWriter
  let links: any Links

  package init(
    address: SearchAddress, index: any SearchIndex, member: Member, request: Request, pages: PageWriter,
    links: any Links
  ) {
    self.address = address
    self.index = index
    self.member = member
    self.request = request
    self.pages = pages
    self.links = links
  }

  package func respond() async throws -> Reply {
    guard request.message.method == .get else { throw PageProblem.method(allowed: .get) }
    let text = address.words ?? ""
    var values: [String: Any] = ["action": try links.search(nil), "words": text]
    let words = try SearchTerms.words(text)
    if !words.isEmpty {
      let found = try await index.find(
        words, of: member.user.id, revision: request.revision, limit: Limits.page)
      values["found"] = found.total == 1 ? "1 note" : "\(found.total) notes"
      values["notes"] = try found.notes.map { note in
        [
          "link": try links.note(note.id), "title": note.title, "excerpt": note.excerpt,
          "changed": DateText.minutes(note.changed),
        ] as [String: Any]
      }
    }
    return try pages.page("Search", "search", values)
  }
}
