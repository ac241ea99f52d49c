import HTTPTypes
import Hummingbird

/// The page that shares a note by a link, or ends the sharing.
struct SharingPage: Page {
  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: SharingAddress
  let storage: any NotesStorage
  let member: Member
  let pages: PageWriter

  func get() async throws -> Response {
    let note = try await storage.perform(ReadNote(id: address.note, user: member.user.id))
    let share = try await storage.perform(ListShares(user: member.user.id))
      .first { $0.note == note.id }
    var values: [String: Any] = [
      "title": note.title, "action": try pages.links(SharingAddress(note: note.id)),
      "back": try pages.links(NoteAddress(note: note.id)), "shares": try pages.links(SharesAddress()),
    ]
    // Readers copy the link to others, so it has the host.
    values["link"] = try share.map { share in
      pages.request.site + (try pages.links(SharedNoteAddress(token: share.token)))
    }
    return try pages.page("Share a note", "sharing", values)
  }

  func post() async throws -> Response {
    if pages.form["action"] == "end" {
      _ = try await storage.perform(UnshareNote(note: address.note, user: member.user.id))
    } else {
      _ = try await storage.perform(ShareNote(note: address.note, user: member.user.id))
    }
    return .redirect(to: try pages.links(SharingAddress(note: address.note)))
  }
}

/// The list of shared notes.
struct SharesAddress: PageAddress {}

/// The list of the notes that the user shares.
struct SharesPage: Page {
  let address: SharesAddress
  let storage: any NotesStorage
  let member: Member
  let pages: PageWriter

  func get() async throws -> Response {
    let shares = try await storage.perform(ListShares(user: member.user.id))
    return try pages.page(
      "Shared notes", "shares",
      [
        "isEmpty": shares.isEmpty,
        "shares": try shares.map { share in
          [
            "title": share.title, "note": try pages.links(NoteAddress(note: share.note)),
            "link": try pages.links(SharedNoteAddress(token: share.token)),
            "sharing": try pages.links(SharingAddress(note: share.note)),
          ]
        },
      ])
  }
}

/// A shared note.
struct SharedNoteAddress: PageAddress {
  /// The secret of the link.
  var token = ""
}

/// A shared note, as everybody who has the link reads it.
struct SharedNotePage: Page {
  static let access = Access.everybody
  let address: SharedNoteAddress
  let storage: any NotesStorage
  let pages: PageWriter

  func get() async throws -> Response {
    let shared = try await storage.perform(ReadSharedNote(token: address.token))
    var response = try pages.page(
      shared.note.title, "shared-note",
      [
        "title": shared.note.title, "text": shared.note.text, "owner": shared.owner,
        "changed": PageWriter.time(shared.note.changed),
      ])
    // Other sites don't get to know the link.
    response.headers[.referrerPolicy] = "no-referrer"
    return response
  }
}
