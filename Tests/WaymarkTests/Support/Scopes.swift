import Waymark

// A small server: what is kept by the application, by a session, and by a request.

struct UserSession: RouteScope { let user: String }

struct WebRequest: RouteScope {
  typealias Outer = UserSession
  let path: String
}

/// A scope beside `UserSession`.
struct AppWindow: RouteScope { let number: Int }

protocol MailArchive: AnyObject, Sendable { var name: String { get } }
protocol Inbox: AnyObject, Sendable {
  var user: String { get }
  var archive: any MailArchive { get }
}
protocol MailHandler: Sendable {
  var inbox: any Inbox { get }
  var path: String { get }
}

extension RoutableService<any MailArchive> { static var archive: Self { declared() } }
extension RoutableService<any Inbox> { static var inbox: Self { declared() } }
extension RoutableService<any MailHandler> { static var handler: Self { declared() } }

final class FileArchive: MailArchive {
  let name = "archive"
  init() {}
}

final class SessionInbox: Inbox {
  let archive: any MailArchive
  let user: String
  init(archive: any MailArchive, session: UserSession) {
    self.archive = archive
    user = session.user
  }
}

struct RequestHandler: MailHandler {
  let inbox: any Inbox
  let path: String
  init(inbox: any Inbox, request: WebRequest) {
    self.inbox = inbox
    path = request.path
  }
}

struct MailModule: RouteModule {
  static let line = #line
  var routes: Routes {
    Route(FileArchive.init) {
      Service(.archive)
      Singleton()
    }
    Route(SessionInbox.init(archive:session:)) {
      Service(.inbox)
      Scoped(to: UserSession.self)
    }
    Route(RequestHandler.init(inbox:request:)) { Service(.handler) }
  }
}

/// Keeps its registry, in the ways in which an instance can.
final class Attached: MailArchive {
  let name = "attached"
  let time = Routed(RoutableService<any TimeSource>())
  let resolver: Resolver
  init(resolver: Resolver) { self.resolver = resolver }
}

struct AttachedModule: RouteModule {
  /// Messages about missing dependencies name the modules of the program without stored properties, so this one has one.
  var isNamed = false
  var routes: Routes {
    Route(Attached.init(resolver:)) {
      Service(.archive)
      Scoped(to: UserSession.self)
    }
    Route(SessionInbox.init(archive:session:)) {
      Service(.inbox)
      Scoped(to: UserSession.self)
    }
    Route(SystemTime.self) { Service<any TimeSource>() }
  }
}
