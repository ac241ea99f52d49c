import ArgumentParser
import Foundation
import GRDB
import Hummingbird
import Logging
import Mustache

/// The most visited pages without Waymark, and data for a load, for `measure-load`.
struct ByHandCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "by-hand", shouldDisplay: false)

  @OptionGroup var settings: SiteSettings
  @Option(help: "Fill the folder with so many notes, print the token of a session, and end.") var fill: Int?
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    let module = try storage.module()
    if let remote = module as? RemoteStorageModule {
      try await serve(StorageConnection(remote.address), settings)
    } else if let local = module as? StorageModule {
      let database = try await NotesDatabase.open(local.folder)
      if let fill { return print(try await NotesServer.fill(database, count: fill)) }
      try await serve(database, settings)
    }
  }
}

/// Links written by hand, as they would be without routes: identifiers need no escapes.
private let links = Links(byHand: { address in
  switch address {
  case is HomeAddress: "/"
  case is LogInAddress: "/login"
  case is RegistrationAddress: "/register"
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
})

private func serve(_ storage: any NotesStorage, _ settings: SiteSettings) async throws {
  let menu = [
    MenuItem(title: "All notes", link: "/notes"), MenuItem(title: "Folders", link: "/folders"),
    MenuItem(title: "Shared", link: "/shared"),
    MenuItem(title: "Administration", link: "/admin", access: .administrators),
  ]
  let frame = try Frame(templates: try await .open(), menu: menu, links: links)
  let logger = Logger(label: "by-hand")
  let storage = CachedSearch(
    inner: LoggedStorage(inner: storage, logger: logger), limiter: RateLimiter(burst: settings.changes))
  let reader = RequestReader(storage: storage, settings: settings, logger: logger)
  let router = Hummingbird.Router(context: SiteContext.self)
  router.add(middleware: SafeResponses(isSecure: settings.isSecure, logger: logger))

  func add(
    _ method: HTTPRequest.Method, _ path: RouterPath,
    _ answer: @escaping @Sendable (NotePages, _ query: Parameters, _ note: String) async throws -> Response
  ) {
    router.on(path, method: method) { request, context -> Response in
      let page = try await reader.read(request, context)
      try reader.check(page)
      let writer = PageWriter(frame: frame, request: page)
      let pages = NotePages(notebook: try Notebook(storage: storage, request: page), pages: writer)
      return try await answer(pages, request.uri.queryParameters, context.parameters.get("note") ?? "")
    }
  }
  @Sendable func resources(_ pages: NotePages) -> NoteResources {
    NoteResources(notebook: pages.notebook, request: pages.pages.request, links: links)
  }

  add(.get, "notes") { pages, query, _ in
    let order = query.get("order", as: NoteOrder.self)
    return try await pages.list(NotesAddress(order: order, page: query.get("page", as: Int.self)))
  }
  add(.get, "notes/:note") { pages, _, note in try await pages.show(NoteAddress(note: note)) }
  add(.get, "search") { pages, query, _ in try await pages.search(SearchAddress(words: query.get("words"))) }
  add(.get, "api/notes/:note") { pages, _, note in try await resources(pages).read(.init(note: note)) }
  add(.post, "api/notes") { pages, _, _ in try await resources(pages).add(.init()) }
  try await Site.application(router, settings, logger: logger).run()
}

/// Fills an empty database with the notes of two users, and returns the token of a session of the first.
private func fill(_ database: NotesDatabase, count: Int) async throws -> String {
  let secret = SessionSecret()
  try await database.pool.write { database in
    for (name, count, word) in [("ann", count, "common"), ("bob", 10_000, "foreign")] {
      let user = try AddAccount(name: name, passwordHash: "").perform(in: database)
      if name == "ann" {
        try OpenSession(key: secret.key, user: user.id, passwordHash: "", expiry: .distantFuture).change(
          database)
      }
      for number in 1...count {
        let text = "Bread, cheese, a map, and the number \(number), in \(word) words."
        let note = Note(id: "\(name)-\(number)", title: "Note \(number)", text: text)
        _ = try SaveNote(note: note, user: user.id).perform(in: database)
      }
    }
  }
  try database.close()
  return secret.token
}
