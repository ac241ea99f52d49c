import HTTPTypes
import PageKit
import ServerInterfaces

/// The list of the notes that the user shares.
package struct SharesPage: Endpoint {
  let address: PlainAddress<PlainPage.Shares>
  let shares: any ShareStorage
  let member: Member
  let request: Request
  let pages: PageWriter
  let links: any Links

  package func respond() async throws -> Reply {
    guard request.message.method == .get else { throw PageProblem.method(allowed: .get) }
    let shares = try await shares.shares(of: member.user.id)
    return try pages.page(
      "Shared notes", "shares",
      [
        "isEmpty": shares.isEmpty,
        "shares": try shares.map { share in
          [
            "title": share.title, "note": try links.note(share.note),
            "link": try links.sharedNote(share.token), "sharing": try links.noteSharing(share.note),
          ] as [String: Any]
        },
      ])
  }
}
