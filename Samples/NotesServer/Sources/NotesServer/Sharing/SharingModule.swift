import Hummingbird
import Waymark

struct SharingModule: RouteModule {
  let domain: String  // Apple's systems open its links in an application.

  var routes: Routes {
    Route(SharingPages.init(storage:settings:pages:)) { Service<SharingPages>(.own) }
    Serves("/notes/\(\.note)/share", get: SharingPages.sharing, post: SharingPages.change)
    Serves("/shared", menu: ("Shared", 3), get: SharingPages.list)
    Serves(
      "/shared/\(\.token)", to: .everybody, appLink: "https://\(domain)/shared/:token",
      get: SharingPages.show)
  }
}

struct SharesAddress: PageAddress {}
struct SharedNoteAddress: PageAddress { var token = "" }

/// The pages where a user shares notes, and the page for everybody with the link.
struct SharingPages: Sendable {
  let storage: any NotesStorage
  let settings: SiteSettings
  let pages: PageWriter

  func sharing(_ address: SharingAddress) async throws -> Response {
    let user = try pages.user.id
    let note = try await storage.perform(ReadNote(id: address.note, user: user))
    let shares = try await storage.perform(ListShares(user: user))
    var values: [String: Any] = [
      "note": note.title, "back": try pages.links(NoteAddress(note: note.id)),
      "shares": try pages.links(SharesAddress()),
    ]
    // Readers copy the link to others, so it has the host.
    let host = pages.request.request.head.authority ?? settings.domain
    values["link"] = try shares.first { $0.note == note.id }.map { share in
      let path = try pages.links(SharedNoteAddress(token: share.token))
      return "\(settings.isSecure ? "https" : "http")://\(host)\(path)"
    }
    return try pages.page("Share a note", "sharing", values)
  }

  func change(_ address: SharingAddress) async throws -> Response {
    let isShared = !pages.form.has("action", "end")
    try await storage.perform(ShareNote(note: address.note, user: pages.user.id, isShared: isShared))
    return try pages.redirect(to: address)
  }

  func list(_ address: SharesAddress) async throws -> Response {
    let shares = try await storage.perform(ListShares(user: pages.user.id)).map { share in
      [
        "title": share.title, "note": try pages.links(NoteAddress(note: share.note)),
        "link": try pages.links(SharedNoteAddress(token: share.token)),
        "sharing": try pages.links(SharingAddress(note: share.note)),
      ]
    }
    return try pages.page("Shared notes", "shares", ["isEmpty": shares.isEmpty, "shares": shares])
  }

  func show(_ address: SharedNoteAddress) async throws -> Response {
    let shared = try await storage.perform(ReadSharedNote(token: address.token))
    // Other sites don't get to know the link.
    return try pages.page(
      shared.note.title, "shared-note",
      ["text": shared.note.text, "owner": shared.owner, "changed": PageWriter.time(shared.note.changed)],
      fields: [.referrerPolicy: "no-referrer"])
  }
}
