import PageKit
import ServerInterfaces
import Waymark

/// The user of the session, who administers the application.
package struct Administrator: Sendable {
  let user: User

  /// Takes the user of a session.
  ///
  /// - Throws: `PageProblem.missing` if the user isn't an administrator, who then doesn't learn that there's a page.
  init(member: Member) throws {
    guard member.user.isAdministrator else { throw PageProblem.missing }
    user = member.user
  }
}

extension RoutableService<Administrator> { static var administrator: Self { declared() } }
