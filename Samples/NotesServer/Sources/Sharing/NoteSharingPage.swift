import HTTPTypes
import PageKit
import ServerInterfaces

/// The page that shares a note by a link, or ends that.
package struct NoteSharingPage: Endpoint {
  let address: NoteSharingAddress
  let shares: any ShareStorage
  let member: Member
  let request: Request
  let pages: PageWriter
  let links: any Links

  package func respond() async throws -> Reply {
    switch request.message.method {
    case .get:
      let share = try await shares.shares(of: member.user.id).first { $0.note == address.note }
      return try page(share)
    case .post:
      if request.message.form["action"] == "end" {
        try await shares.unshare(note: address.note, of: member.user.id)
        return try page(nil)
      }
      return try page(try await shares.share(note: address.note, of: member.user.id))
    default: throw PageProblem.method(allowed: .get, .post)
    }
  }

  private func page(_ share: Share?) throws -> Reply {
    var values: [String: Any] = [
      "action": try links.noteSharing(address.note), "back": try links.note(address.note),
      "shares": links.fixed.shares,
    ]
    values["link"] = try share.map { try links.sharedNote($0.token) }
    return try pages.page("Share a note", "note-sharing", values)
  }
}
