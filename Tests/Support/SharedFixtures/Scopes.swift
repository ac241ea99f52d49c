package import WaymarkCore

// A small server with instances of the application, of a session, and of a request.

package struct UserSession: RouteScope {
  package let user: String
  package init(user: String) { self.user = user }
}

package struct WebRequest: RouteScope {
  package typealias Outer = UserSession
  package let path: String
  package init(path: String) { self.path = path }
}

/// A scope beside `UserSession`.
package struct AppWindow: RouteScope {
  package let number: Int
  package init(number: Int) { self.number = number }
}

package protocol MailArchive: AnyObject, Sendable { var name: String { get } }
package protocol Inbox: AnyObject, Sendable {
  var user: String { get }
  var archive: any MailArchive { get }
}
package protocol MailHandler: Sendable {
  var inbox: any Inbox { get }
  var path: String { get }
}

extension RoutableService<any MailArchive> { package static var archive: Self { declared() } }
extension RoutableService<any Inbox> { package static var inbox: Self { declared() } }
extension RoutableService<any MailHandler> { package static var handler: Self { declared() } }

package final class FileArchive: MailArchive {
  package let name = "archive"
  package init() {}
}

package final class SessionInbox: Inbox {
  package let archive: any MailArchive
  package let user: String
  package init(archive: any MailArchive, session: UserSession) {
    self.archive = archive
    user = session.user
  }
}

package struct RequestHandler: MailHandler {
  package let inbox: any Inbox
  package let path: String
  package init(inbox: any Inbox, request: WebRequest) {
    self.inbox = inbox
    path = request.path
  }
}

package struct MailModule: RouteModule {
  package init() {}
  package static let line = #line
  package var routes: Routes {
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

/// An instance that holds its registry in every way that it can.
package final class Attached: MailArchive {
  package let name = "attached"
  package let time = Routed(RoutableService<any TimeSource>())
  package let resolver: Resolver
  package init(resolver: Resolver) { self.resolver = resolver }
}

package struct AttachedModule: RouteModule {
  /// Messages about missing dependencies name the modules of the program without stored properties, so this one has one.
  package var isNamed: Bool
  package init(isNamed: Bool = false) { self.isNamed = isNamed }
  package var routes: Routes {
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
