import HTTPTypes
import PageKit
import ServerInterfaces

/// The search for programs.
package struct SearchResource: Endpoint {
  private struct Found: Encodable {
    struct Hit: Encodable {
      let link: String
      let title: String
      let excerpt: String
    }

    let total: Int
    let notes: [Hit]
  }

  let address: SearchResourceAddress
  let index: any SearchIndex
  let member: Member
  let request: Request
  let links: any Links

  package func respond() async throws -> Reply {
    guard request.message.method == .get else { throw PageProblem.method(allowed: .get) }
    let words = try SearchTerms.words(address.words)
    guard !words.isEmpty else { return try .json(.ok, Found(total: 0, notes: [])) }
    let list = try await index.find(
      words, of: member.user.id, revision: request.revision, limit: Limits.page)
    let hits = try list.notes.map {
      Found.Hit(link: try links.note($0.id), title: $0.title, excerpt: $0.excerpt)
    }
    return try .json(.ok, Found(total: list.total, notes: hits))
  }
}

/// The parameters of the URL of the search for programs.
package struct SearchResourceAddress: Sendable {
  package var words = ""
  package init(words: String = "") { self.words = words }
}
