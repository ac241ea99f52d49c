import SharedFixtures
import Testing

@testable import WaymarkCore

private final class Middle: Sendable { init(profile: VisitorProfile) {} }
private final class Top: Sendable { init(middle: Middle) {} }
private final class Roof: Sendable { init(top: Top) {} }
private final class Room: Sendable { init(settings: RoomSettings, profile: VisitorProfile) {} }
private final class Hall: Sendable { init(room: Room) {} }
private final class Reader: Sendable { init(store: any RequiredStore) {} }

extension RoutableService<Middle> { fileprivate static var middle: Self { declared() } }
extension RoutableService<Top> { fileprivate static var top: Self { declared() } }
extension RoutableService<Roof> { fileprivate static var roof: Self { declared() } }
extension RoutableService<Room> { fileprivate static var room: Self { declared() } }
extension RoutableService<Hall> { fileprivate static var hall: Self { declared() } }
extension RoutableService<Reader> { fileprivate static var reader: Self { declared() } }

@Suite("Indirect dependencies of a start", .timeLimit(.minutes(5)))
struct LifecycleGraphTests: RouteVocabulary {
  /// A profile that takes a while to start.
  private func profile(_ way: CreationWay = .plain) -> Route {
    live(
      { VisitorProfile(number: 1) }, .visitorProfile, way,
      starting: { _ in try await Task.sleep(for: .milliseconds(20)) })
  }

  private var weakMiddle: Route {
    Route(Middle.init(profile:)) {
      Service(.middle)
      WeaklyShared()
    }
  }

  /// A reader that needs a profile for a decorator behind an adapter.
  @RoutesBuilder private func adapted(_ reader: CreationWay, _ profile: CreationWay) -> Routes {
    Route(MemoryStore.self) { Service(.notes) }
    Adapter(Service<any RequiredStore>(), for: Service(.notes)) { StoreProxy($0) }
    Decorates(
      .notes,
      with: { @Sendable (inner: any NoteStore, _: VisitorProfile) -> any NoteStore in LoggingStore(inner) })
    live(Reader.init(store:), .reader, reader)
    self.profile(profile)
  }

  /// The connection between a user and the instance that it needs.
  enum Between: CaseIterable {
    case weaklyShared, keyed, decorator, decoratorBehindAdapter, contribution, array, dictionary, element

    var user: String {
      switch self {
      case .weaklyShared: "Top"
      case .keyed: "Hall"
      case .decorator, .contribution, .array, .dictionary, .element: "SystemTime"
      case .decoratorBehindAdapter: "Reader"
      }
    }

    var needed: String { self == .element ? "DiskCheck" : "VisitorProfile" }
  }

  @RoutesBuilder private func routes(_ between: Between) -> Routes {
    if between != .decoratorBehindAdapter, between != .element { profile() }
    switch between {
    case .weaklyShared:
      live(Top.init(middle:), .top, .eager)
      weakMiddle
    case .keyed:
      live(Hall.init(room:), .hall, .eager)
      Route(Room.init(settings:profile:), configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Service(.room)
        Kept(by: \RoomSettings.number)
      }
    case .decorator:
      live({ SystemTime() }, .time, requiring: Requires(.notes), starting: { _ in })
      kept({ MemoryStore() }, .notes)
      Decorates(.notes, with: { (inner: any NoteStore, _: VisitorProfile) in LoggingStore(inner) })
    case .decoratorBehindAdapter: adapted(.eager, .plain)
    case .contribution, .array, .dictionary:
      if between == .contribution {
        live({ SystemTime() }, .time, requiring: Requires(.healthChecks), starting: { _ in })
      } else if between == .array {
        live({ (_: [any HealthCheck]) in SystemTime() }, .time, .eager)
      } else {
        live({ (_: [String: any HealthCheck]) in SystemTime() }, .time, .eager)
      }
      Route({ (_: VisitorProfile) in NamedCheck("check") }) { Contributes(to: .healthChecks, as: "check") }
    case .element:
      live({ (_: [any HealthCheck]) in SystemTime() }, .time, .eager)
      Route(DiskCheck.self) {
        Contributes(to: .healthChecks, as: "disk")
        Singleton()
      } make: {
        await Task.yield()
        return DiskCheck()
      }
    }
  }

  @Test(arguments: Between.allCases)
  func `an instance starts after the dependencies of its dependencies`(_ between: Between) async throws {
    let registry = try Registry { routes(between) }
    #expect(registry.startOrder == [between.needed, "\(between.user) waits for \(between.needed)"])
    try await registry.start()
    await registry.stop()
    // The wrapper holds the profile, so it ends with it.
    if between == .decorator { #expect(registry.refusal(of: .notes)?.code == .notStarted) }
  }

  @Test func `the dependencies of a decorator behind an adapter start on demand`() async throws {
    let registry = try Registry { adapted(.plain, .onDemand) }
    _ = try await registry.started(Service<any RequiredStore>())
    await registry.stop()
    let other = try Registry { adapted(.plain, .onDemand) }
    _ = try await other.started(.reader)
    await other.stop()
  }

  enum Middles: CaseIterable { case singleton, weaklyShared, severalSingletons, singletonOfBase }

  @Test(arguments: Middles.allCases)
  func `the start of a scope or an extension includes an on-demand instance behind a kept one`(
    _ middles: Middles
  ) async throws {
    let isScope = middles != .singletonOfBase
    let root = try Registry {
      profile(.onDemand)
      if middles == .weaklyShared { weakMiddle } else { live(Middle.init(profile:), .middle) }
      if middles == .severalSingletons {
        live(Top.init(middle:), .top)
      } else if isScope {
        live(Top.init(middle:), .top, .eager, in: Visit.self)
      }
      if isScope { live(Roof.init(top:), .roof, .eager, in: Visit.self) }
    }
    guard isScope else {
      let registry = try root.extending { live(Top.init(middle:), .top, .eager) }
      try await registry.start()
      _ = try registry(.top)
      return await registry.stop()
    }
    let visit = try root.opening(Visit(path: "/"))
    try await visit.start()
    _ = try visit(.roof)
    await visit.close()
    try await root.withScope(Visit(path: "/")) { _ = try Registry.current(.roof) }
    await root.stop()
  }
}
