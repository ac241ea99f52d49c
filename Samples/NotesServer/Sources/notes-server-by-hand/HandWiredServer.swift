import HTTPTypes
import Hummingbird
import NIOCore
import Notes
import PageKit
import Search
import ServerInterfaces
import WebServer

/// The pages that a load is put on, connected by hand: the same handlers, templates, and storages, but Hummingbird's
/// router, and initializers called with their arguments.
struct HandWiredServer: Sendable {
  let accounts: any AccountStorage
  let notes: any NoteStorage
  let search: any SearchIndex
  let templates: TemplateLibrary

  private let links = HandWrittenLinks()
  private let settings = WebSettings()
  private let requestGuard = RequestGuard(settings: WebSettings())
  private let menu: [MenuItem]

  init(
    accounts: any AccountStorage, notes: any NoteStorage, search: any SearchIndex, templates: TemplateLibrary
  ) {
    self.accounts = accounts
    self.notes = notes
    self.search = CachedSearch(inner: search)
    self.templates = templates
    menu = [
      MenuItem(title: "All notes", link: links.notes(page: nil)),
      MenuItem(title: "Folders", link: links.fixed.folders),
      MenuItem(title: "Shared", link: links.fixed.shares),
      MenuItem(title: "Administration", link: links.fixed.administration, isForAdministrators: true),
    ]
  }

  /// What a handler gets.
  private struct Exchange {
    let request: PageKit.Request
    let member: Member
    let notebook: Notebook
    let pages: PageWriter
  }

  /// Returns the router with the pages.
  func router() -> Hummingbird.Router<WebContext> {
    let router = Hummingbird.Router(context: WebContext.self)
    add("notes", to: router) { exchange, request, _ in
      NotesPage(
        address: NotesAddress(page: request.uri.queryParameters["page"].flatMap { Int($0) }),
        notebook: exchange.notebook, request: exchange.request, pages: exchange.pages, links: links)
    }
    add("notes/:note", to: router) { exchange, _, context in
      NotePage(
        address: NoteAddress(note: try context.parameters.require("note")), notebook: exchange.notebook,
        form: NoteForm(notebook: exchange.notebook, pages: exchange.pages, links: links),
        request: exchange.request, links: links)
    }
    add("search", to: router) { exchange, request, _ in
      SearchPage(
        address: SearchAddress(words: request.uri.queryParameters["words"].map { String($0) }),
        index: search, member: exchange.member, request: exchange.request, pages: exchange.pages, links: links
      )
    }
    add("api/notes/:note", to: router) { exchange, _, context in
      NoteResource(
        address: NoteResourceAddress(note: try context.parameters.require("note")),
        notebook: exchange.notebook, request: exchange.request)
    }
    return router
  }

  private func add(
    _ path: RouterPath, to router: Hummingbird.Router<WebContext>,
    _ endpoint: @escaping @Sendable (Exchange, Hummingbird.Request, WebContext) throws -> any Endpoint
  ) {
    router.get(path) { request, context in
      let reply = try await reply(to: request, context, endpoint).secured(settings)
      return Response(
        status: reply.status, headers: reply.fields,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
    }
  }

  private func reply(
    to request: Hummingbird.Request, _ context: WebContext,
    _ endpoint: @Sendable (Exchange, Hummingbird.Request, WebContext) throws -> any Endpoint
  ) async throws -> Reply {
    guard request.head.path?.utf8.count ?? 0 <= Limits.target else { throw HTTPError(.uriTooLong) }
    let body = Array(buffer: try await request.body.collect(upTo: Limits.body))
    let message = Message(
      request.method, request.head.path ?? "/", fields: request.headers, body: body, client: context.client)
    guard let secret = message.sessionSecret, let stored = try await accounts.session(key: secret.key) else {
      throw HTTPError(.unauthorized)
    }
    let session = Session(user: stored.user, formToken: secret.formToken)
    let scope = PageKit.Request(message, revision: stored.revision)
    try requestGuard.check(message, session)
    let member = try Member(session: session)
    let exchange = Exchange(
      request: scope, member: member, notebook: Notebook(storage: notes, member: member),
      pages: PageWriter(templates: templates, session: session, request: scope, menu: menu, links: links))
    return try await endpoint(exchange, request, context).respond()
  }
}
