import Foundation
import GRDB
import Hummingbird
import Logging

/// The storage of an argument: a folder, or `unix:SOCKET`.
private func storage(at place: String) async throws -> any NotesStorage {
  if place.hasPrefix("unix:") {
    return CachedSearch(inner: try StorageConnection(StorageAddress(.socket(String(place.dropFirst(5))))))
  }
  let database = try await NotesDatabase.open(DataFolder(url: URL(filePath: place)), Migration.all)
  return CachedSearch(inner: database)
}

/// Links written by hand, as they would be without routes.
///
/// Identifiers need no escapes.
private let links = Links { address in
  switch address {
  case is HomeAddress: "/"
  case is AccountAddress: "/account"
  case is LogOutAddress: "/logout"
  case is SearchAddress: "/search"
  case let address as NoteAddress: "/notes/\(address.note)"
  case let address as EditingAddress: "/notes/\(address.note)/edit"
  case let address as PinAddress: "/notes/\(address.note)/pin"
  case let address as SharingAddress: "/notes/\(address.note)/share"
  case let address as DeletionAddress: "/notes/\(address.note)/delete"
  case is NewNoteAddress: "/notes/new"
  case let address as NotesAddress:
    switch (address.order, address.page) {
    case (let order?, let page?): "/notes?order=\(order.rawValue)&page=\(page)"
    case (let order?, nil): "/notes?order=\(order.rawValue)"
    case (nil, let page?): "/notes?page=\(page)"
    case (nil, nil): "/notes"
    }
  default: throw HTTPError(.internalServerError, message: "no link to \(address)")
  }
}

/// The dependencies of a request's page.
private struct Exchange {
  let request: PageRequest
  let member: Member
  let notebook: Notebook
  let pages: PageWriter
}

/// Serves the most visited pages without Waymark, for the comparison of `measure-load`.
package func serveByHand(port: Int, storage place: String) async throws {
  let storage = try await storage(at: place)
  let templates = try await TemplateLibrary.open()
  let menu = [
    MenuItem(title: "All notes", link: "/notes"), MenuItem(title: "Folders", link: "/folders"),
    MenuItem(title: "Shared", link: "/shared"),
    MenuItem(title: "Administration", link: "/admin", access: .administrators),
  ]
  let settings = SiteSettings()
  let router = Hummingbird.Router(context: SiteContext.self)
  router.add(middleware: SafeResponses(settings: settings, logger: Logger(label: "by-hand")))

  func add(
    _ method: HTTPRequest.Method, _ path: RouterPath,
    _ make: @escaping @Sendable (Exchange, Request, SiteContext) throws -> any Page
  ) {
    router.on(path, method: method) { request, context -> Response in
      var request = request
      request.body = RequestBody(buffer: try await request.body.collect(upTo: Limits.body))
      let authorization = request.headers[.authorization] ?? ""
      guard let secret = SessionSecret(cookie: authorization.dropFirst(7)),
        let stored = try await storage.perform(FindSession(key: secret.key))
      else { throw HTTPError(.unauthorized) }
      let session = Session(user: stored.user, secret: secret)
      let page = PageRequest(request: request, client: context.peer, revision: stored.revision)
      let member = try Member(session: session)
      let exchange = Exchange(
        request: page, member: member, notebook: Notebook(storage: storage, member: member),
        pages: PageWriter(
          templates: templates, session: session, request: page, menu: menu, links: links, settings: settings)
      )
      return try await make(exchange, request, context).respond(to: method)
    }
  }

  add(.get, "notes") { exchange, request, _ in
    var address = NotesAddress()
    address.order = request.uri.queryParameters["order"].flatMap { NoteOrder(rawValue: String($0)) }
    address.page = request.uri.queryParameters["page"].flatMap { Int($0) }
    return NotesPage(address: address, notebook: exchange.notebook, pages: exchange.pages)
  }
  add(.get, "notes/:note") { exchange, _, context in
    var address = NoteAddress()
    address.note = try context.parameters.require("note")
    return NotePage(address: address, notebook: exchange.notebook, pages: exchange.pages)
  }
  add(.get, "search") { exchange, request, _ in
    var address = SearchAddress()
    address.words = request.uri.queryParameters["words"].map { String($0) }
    return SearchPage(
      address: address, storage: storage, member: exchange.member, pages: exchange.pages)
  }
  add(.get, "api/notes/:note") { exchange, _, context in
    NoteResource(
      address: .init(note: try context.parameters.require("note")), notebook: exchange.notebook,
      request: exchange.request)
  }
  add(.post, "api/notes") { exchange, _, _ in
    NotesResource(address: .init(), notebook: exchange.notebook, request: exchange.request)
  }
  let application = Application(
    router: router, server: .http1(configuration: .init(idleTimeout: .seconds(60))),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: nil))
  try await application.runService()
}

/// Fills an empty database with the notes of two users, for `measure-load`, and returns the token of a session of the first.
package func fill(_ folder: URL, count: Int) async throws -> String {
  let database = try await NotesDatabase.open(DataFolder(url: folder), Migration.all)
  let secret = SessionSecret()
  try await database.pool.write { database in
    for (name, count) in [("ann", count), ("bob", 10_000)] {
      let user = try AddAccount(name: name, passwordHash: "").perform(in: database)
      if name == "ann" {
        _ = try OpenSession(key: secret.key, user: user.id, expiry: .distantFuture).perform(in: database)
      }
      for number in 1...count {
        let text =
          "Bread, cheese, a map, and the number \(number), in \(name == "ann" ? "common" : "foreign") words."
        let note = Note(id: "\(name)-\(number)", title: "Note \(number)", text: text)
        _ = try SaveNote(note: note, user: user.id).perform(in: database)
      }
    }
  }
  try database.close()
  return secret.token
}
