import HTTPTypes
import PageKit
import ServerInterfaces

/// A shared note, as everybody who has the link reads it.
package struct SharedNotePage: Endpoint {
  let address: SharedNoteAddress
  let shares: any ShareStorage
  let request: Request
  let pages: PageWriter

  package func respond() async throws -> Reply {
    guard request.message.method == .get else { throw PageProblem.method(allowed: .get) }
    let shared = try await shares.sharedNote(token: address.token)
    var reply = try pages.page(
      shared.note.title, "shared-note",
      [
        "title": shared.note.title, "text": shared.note.text, "owner": shared.owner,
        "changed": DateText.minutes(shared.note.changed),
      ])
    reply.fields[.referrerPolicy] = "no-referrer"
    return reply
  }
}
