import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

/// Values that only the caller knows.
private struct Trip {
  let origin: String
  let target: String
}
private final class Ticket: Sendable {
  let text: String
  init(trip: Trip, time: any TimeSource) { text = "\(trip.origin) to \(trip.target) at \(time.now)" }
}
extension RoutableService<Ticket> { fileprivate static var ticket: Self { declared() } }
extension RoutableServiceModule<Trip> { fileprivate static var trip: Self { declared() } }

@MainActor private final class Map {
  let text: String
  init(trip: Trip) { text = trip.target }
}
extension RoutableView<Map> { fileprivate static var map: Self { declared() } }
extension RoutableViewModule<Trip> { fileprivate static var mapTrip: Self { declared() } }

@Suite("Configurations that the caller passes")
struct PassedConfigurationTests: RouteVocabulary {
  private let trip = Trip(origin: "Oslo", target: "Bergen")

  private func registry() throws -> Registry {
    try Registry {
      Route(Ticket.init(trip:time:), configuration: Trip.self) {
        Service(.ticket)
        ServiceModule(.trip)
      }
      Route(Map.self, configuration: Trip.self) {
        View(.map)
        ViewModule(.mapTrip)
      } make: { trip, _ in
        Map(trip: trip)
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
      rooms()
    }
  }

  @Test func `a service gets the configuration of its caller`() throws {
    let registry = try registry()
    let ticket = try registry.makeDestination(to: .trip, as: .ticket, with: trip)
    #expect(ticket.text.hasPrefix("Oslo to Bergen at "))
    let router = try ModuleRouter(to: .trip, in: registry)
    let back = try router.makeDestination(as: .ticket, with: Trip(origin: "Bergen", target: "Oslo"))
    #expect(back.text.hasPrefix("Bergen to Oslo at "))
    let third = try Registry.withCurrent(registry) {
      try Router.makeDestination(to: .trip, as: .ticket, with: trip)
    }
    #expect(third.text == ticket.text)
  }

  @MainActor @Test func `a view gets the configuration of its caller`() throws {
    let registry = try registry()
    #expect(try registry.makeDestination(to: .mapTrip, as: .map, with: trip).text == "Bergen")
    let map = try Registry.withCurrent(registry) {
      try Router.makeDestination(to: .mapTrip, as: .map, with: trip)
    }
    #expect(map.text == "Bergen")
  }

  @Test func `a route with a default configuration also takes one from its caller`() throws {
    let registry = try registry()
    let room = try registry.makeDestination(
      to: .roomSettings, as: .chat, with: RoomSettings(number: 7, title: "seven"))
    #expect(room.number == 7)
    let same = try registry.router(to: .roomSettings)?.makeDestination(as: .chat) { $0.number = 7 }
    #expect(same === room)
  }

  @Test func `a request without a configuration is an error`() throws {
    let registry = try registry()
    #expect(error { _ = try registry.makeDestination(to: .ticket) }?.code == .configurationMissing)
    let filled = error {
      _ = try registry.router(to: .trip)?.makeDestination(as: .ticket) { _ in }
    }
    #expect(filled?.code == .configurationMissing)
  }

  @Test func `another type, or a route that doesn't provide the interface, is an error`() throws {
    struct OtherSettings: ChatSettings { var number = 0 }
    let registry = try registry()
    let replaced = error {
      _ = try registry.makeDestination(to: .roomSettings, as: .chat, with: OtherSettings())
    }
    #expect(replaced?.code == .configurationReplaced)
    let problem = error { _ = try registry.makeDestination(to: .trip, as: .chat, with: trip) }
    #expect(problem?.code == .destinationMismatch)
  }

  @MainActor @Test func `a dry run omits the route`() throws {
    let run = try registry().dryRun()
    #expect(run.diagnostics.isEmpty)
    #expect(run.graph.nodes.count == 4)
  }
}
