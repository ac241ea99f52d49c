import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

@MainActor private final class SharedConfiguration: EditorModuleConfig { var note: Note? }

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

@MainActor @Suite("Configurations")
struct ConfigurationTests: RouteVocabulary {
  private func editor(_ note: Int?, in registry: Registry) throws -> any EditorInput {
    let router = try #require(registry.router(to: .editorModule))
    guard let note else { return try router.makeDestination(as: View(.editor)) }
    return try router.makeDestination(as: View(.editor)) { $0.note = Note(id: note) }
  }

  @Test func `the caller fills a configuration value`() throws {
    let registry = try Registry { numberedEditor() }
    #expect(try editor(7, in: registry).title == "note 7, prepared for 7")
    // Each caller starts with the default values, and a request for the view itself has them.
    #expect(try editor(nil, in: registry).title == "note 0, prepared for 0")
    #expect(try registry(.editor).title == "note 0, prepared for 0")
  }

  @Test func `each caller gets a new configuration object`() throws {
    let registry = try Registry {
      Route(Editor.self, configuration: { SharedConfiguration() }) {
        ViewModule(.editorModule)
        View(.editor)
      } make: { _, _ in
        Editor()
      } prepare: { editor, configuration, _ in
        editor.title = "note \(configuration.note?.id ?? 0)"
      }
    }
    #expect(try editor(7, in: registry).title == "note 7")
    #expect(try editor(nil, in: registry).title == "note 0")
  }

  @Test func `an interface that the route doesn't provide is refused`() throws {
    let line = #line
    let registry = try Registry {
      numberedEditor()
      Route({ HeadingEditor(Editor()) }) { View<any HeadingInput>() }
    }
    let router = try #require(registry.router(to: .editorModule))
    let problem = error { _ = try router.makeDestination(as: View<any HeadingInput>()) { $0.note = Note() } }
    #expect(
      problem.map { relative("\($0)", fileID: #fileID, line: line) }
        == """
        Editor (line + 2), whose configuration was requested, does not provide View<any HeadingInput> [destinationMismatch]
            To fix: add View<any HeadingInput>() to that route
                or: request one of its tokens: View(.editor)
        """)
  }

  @Test func `the configured route makes its view even if its token is overridden`() throws {
    let registry = try Registry { numberedEditor() }.overriding {
      Route(Editor.self) {
        View(.editor)
        Accepts(.partialOverride, because: "the configuration's route stays")
      } prepare: { editor, _ in
        editor.title = "replaced"
      }
    }
    #expect(try editor(3, in: registry).title == "note 3, prepared for 3")
    #expect(try registry(.editor).title == "replaced")
  }

  // MARK: - Configurations that the caller passes

  private let trip = Trip(origin: "Oslo", target: "Bergen")

  private func tickets() throws -> Registry {
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
      Route(SystemTime.self) { Service(.time) }
      rooms()
    }
  }

  @Test func `a destination gets the configuration of its caller`() throws {
    let registry = try tickets()
    let text = "Oslo to Bergen at 42"
    #expect(try registry.makeDestination(to: .trip, as: .ticket, with: trip).text == text)
    let router = try ModuleRouter(to: .trip, in: registry)
    let back = Trip(origin: "Bergen", target: "Oslo")
    #expect(try router.makeDestination(as: .ticket, with: back).text == "Bergen to Oslo at 42")
    #expect(try registry.makeDestination(to: .mapTrip, as: .map, with: trip).text == "Bergen")
    try Registry.withCurrent(registry) { () throws in
      #expect(try Router.makeDestination(to: .trip, as: .ticket, with: trip).text == text)
      #expect(try Router.makeDestination(to: .mapTrip, as: .map, with: trip).text == "Bergen")
    }
  }

  @Test func `a route with a default configuration also takes one from its caller`() throws {
    let registry = try tickets()
    let settings = RoomSettings(number: 7, title: "seven")
    let room = try registry.makeDestination(to: .roomSettings, as: .chat, with: settings)
    #expect(room.number == 7)
    let same = try registry.router(to: .roomSettings)?.makeDestination(as: .chat) { $0.number = 7 }
    #expect(same === room)
  }

  @Test func `a missing configuration, another type, or an interface of another route is an error`() throws {
    struct OtherSettings: ChatSettings { var number = 0 }
    let registry = try tickets()
    let attempts: [(() throws -> Void, RouteError.Code)] = [
      ({ _ = try registry(.ticket) }, .configurationMissing),
      ({ _ = try registry.router(to: .trip)?.makeDestination(as: .ticket) { _ in } }, .configurationMissing),
      (
        { _ = try registry.makeDestination(to: .roomSettings, as: .chat, with: OtherSettings()) },
        .configurationReplaced
      ),
      ({ _ = try registry.makeDestination(to: .trip, as: .chat, with: trip) }, .destinationMismatch),
    ]
    for (attempt, code) in attempts { #expect(error(of: attempt)?.code == code) }
  }

  @Test func `a dry run omits a route with a configuration that its caller passes`() throws {
    let run = try tickets().dryRun()
    #expect(run.diagnostics.isEmpty)
    #expect(run.graph.nodes.count == 4)
  }
}
