import HTTPTypes
import PageKit
import ServerInterfaces

/// The first page, which leads to the notes.
package struct HomePage: Endpoint {
  let address: PlainAddress<PlainPage.Home>
  let request: Request
  let links: any Links

  package func respond() async throws -> Reply {
    guard request.message.method == .get else { throw PageProblem.method(allowed: .get) }
    return .redirect(to: try links.notes(page: nil))
  }
}
