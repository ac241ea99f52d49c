import HTTPTypes
import PageKit
import ServerInterfaces
import Testing
import Waymark

/// What the pages of a module alone need of others: links, and the frame of pages.
struct PageSurroundings: RouteModule {
  var routes: Routes {
    Route(PlainLinks.init) { Service(.links) }
    Route({ (sources: [TemplateSource], session: Session, request: PageKit.Request, links: any Links) in
      let frame = [TemplateSource("frame", frameTemplate), TemplateSource("problem", problemTemplate)]
      return PageWriter(
        templates: try TemplateLibrary(frame + sources), session: session, request: request, menu: [],
        links: links)
    }) { Service(.pageWriter) }
  }
}

/// The same with the user of the session.
struct MemberSurroundings: RouteModule {
  var routes: Routes {
    PageSurroundings()
    Route(Member.init(session:)) { Service(.member) }
  }
}

extension Session {
  /// A session of Ann, who administers the application.
  static let ann = Session(user: User(id: "ann", name: "Ann", isAdministrator: true), formToken: "token")
  /// A session of Bob, who doesn't.
  static let bob = Session(user: User(id: "bob", name: "Bob", isAdministrator: false), formToken: "token")
  /// A visit without a log-in.
  static let visitor = Session(user: nil, formToken: "token")
}

extension Registry {
  /// Returns the answer of the page of a URL, in a request's scope of its own, without a web server.
  ///
  /// - Throws: What the page throws.
  func answer(
    _ method: HTTPRequest.Method, _ target: String, _ form: [String: String] = [:], json: String? = nil,
    client: String = "", revision: Int = 0
  ) async throws -> Page {
    let type = json == nil ? "application/x-www-form-urlencoded" : "application/json"
    let message = Message(
      method, target, fields: method == .get ? [:] : [.contentType: type],
      body: Array((json ?? Browser.encode(form)).utf8), client: client)
    return try await withScope(PageKit.Request(message, revision: revision)) {
      let endpoint = try #require(try Registry.current.makeService(for: target) as? any Endpoint)
      let reply = try await endpoint.respond()
      return Page(
        status: reply.status, fields: reply.fields, text: String(decoding: reply.body, as: UTF8.self),
        path: target)
    }
  }

  /// The keys under which the routes contribute to a collection, as the graph shows them.
  func keys<Contribution>(of collection: RoutableServices<Contribution>) -> [String] {
    let prefix = "\(collection) as \""
    return graph.nodes.flatMap(\.provides).filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count).dropLast()) }
  }
}

/// Returns the message of a library's error, without the places of declarations.
func message(of error: (any Error)?) -> String {
  "\(error.map { "\($0)" } ?? "no error")".replacing(#/\([A-Za-z]+\/[A-Za-z+]+\.swift:[0-9]+\)/#, with: "(…)")
}
