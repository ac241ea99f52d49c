import ForeignVocabulary
import Testing
import Waymark
import WaymarkTesting

private final class Ticket: Sendable {
  let owner: String
  init(owner: String) { self.owner = owner }
}
extension RoutableService<Ticket> { fileprivate static var ticket: Self { declared() } }

// In a type position, the name of the module is needed.
private struct Clerk: ForeignVocabulary.Service {}

private struct TicketModule: RouteModule {
  var routes: Self.Routes {
    Route(Ticket.self, { Service(.ticket) }, make: { Ticket(owner: "module") })
  }
}

@Suite("Short names beside a framework with the same names", .registry { TicketModule() })
struct ForeignNamesTests {
  @Test(
    .overriding {
      Route(Ticket.self, { Service(.ticket) }, make: { Ticket(owner: "test") })
    })
  func `short names find the tokens`() throws {
    #expect(try Router.makeDestination(to: Service(.ticket)).owner == "test")
    let clerk: any ForeignVocabulary.Service = Clerk()
    _ = clerk
  }
}
