import ForeignVocabulary
import Testing
import Waymark
import WaymarkTesting

private final class Ticket: Sendable {}
extension Routables {
  fileprivate var ticket: RoutableService<Ticket> { declared() }
}

// In a type position, the name of the module is needed.
private struct Clerk: ForeignVocabulary.Service {}

private struct TicketModule: RouteModule {
  var routes: Self.Routes {
    Route(Ticket.init) { Service(\.ticket) }
  }
}

@Suite("Short names beside a framework that has the same", .registry { TicketModule() })
struct ForeignNamesTests {
  @Test(.overriding { Route(Ticket.init) { Service(\.ticket) } })
  func expressionsFindTheTokens() throws {
    _ = try Router.makeDestination(to: Service(\.ticket))
    let clerk: any ForeignVocabulary.Service = Clerk()
    _ = clerk
  }
}
