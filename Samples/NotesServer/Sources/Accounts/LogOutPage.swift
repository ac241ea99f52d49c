import HTTPTypes
import PageKit
import ServerInterfaces

/// The end of a session.
package struct LogOutPage: Endpoint {
  let address: PlainAddress<PlainPage.LogOut>
  let accounts: any AccountStorage
  let cookies: CookiePolicy
  let request: Request
  let links: any Links

  package func respond() async throws -> Reply {
    guard request.message.method == .post else { throw PageProblem.method(allowed: .post) }
    if let secret = request.message.sessionSecret { try await accounts.closeSession(key: secret.key) }
    var reply = Reply.redirect(to: try links.logIn(next: nil))
    reply.fields.append(HTTPField(name: .setCookie, value: cookies.field(.session, "", seconds: 0)))
    return reply
  }
}
