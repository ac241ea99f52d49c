import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private final class Middle: Sendable {
  init(profile: VisitorProfile) {}
}

private final class Top: Sendable {
  init(middle: Middle) {}
}

private final class Roof: Sendable {
  init(top: Top) {}
}

private final class Room: Sendable {
  init(settings: RoomSettings, profile: VisitorProfile) {}
}

private final class Hall: Sendable {
  init(room: Room) {}
}

private final class Reader: Sendable {
  init(store: any RequiredStore) {}
}

extension RoutableService<Middle> { fileprivate static var middle: Self { declared() } }
extension RoutableService<Top> { fileprivate static var top: Self { declared() } }
extension RoutableService<Roof> { fileprivate static var roof: Self { declared() } }
extension RoutableService<Room> { fileprivate static var room: Self { declared() } }
extension RoutableService<Hall> { fileprivate static var hall: Self { declared() } }
extension RoutableService<Reader> { fileprivate static var reader: Self { declared() } }

@Suite("Indirect dependencies of a start", .timeLimit(.minutes(5)))
struct LifecycleGraphTests: RouteVocabulary {
  /// A profile that takes a while to start.
  private struct ProfileModule: RouteModule {
    let isOnDemand: Bool

    var routes: Routes {
      Route({ VisitorProfile(number: 1) }) {
        Service(.visitorProfile)
        Singleton()
        if isOnDemand { OnDemand() }
        Starting { _ in try await Task.sleep(for: .milliseconds(20)) }
      }
    }
  }

  private func expectStart(of registry: Registry, _ order: [String]) async throws {
    #expect(registry.startOrder.map(\.description) == order)
    try await registry.start()
    await registry.stop()
  }

  @Test func `an instance starts after the dependencies of a weakly shared parameter`() async throws {
    let registry = try Registry {
      Route(Top.init(middle:)) {
        Service(.top)
        Singleton()
        Eager()
      }
      Route(Middle.init(profile:)) {
        Service(.middle)
        WeaklyShared()
      }
      ProfileModule(isOnDemand: false)
    }
    try await expectStart(of: registry, ["VisitorProfile", "Top waits for VisitorProfile"])
  }

  @Test func `an instance starts after the dependencies of a parameter that a key identifies`() async throws {
    let registry = try Registry {
      Route(Hall.init(room:)) {
        Service(.hall)
        Singleton()
        Eager()
      }
      Route(Room.init(settings:profile:), configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Service(.room)
        Kept(by: \RoomSettings.number)
      }
      ProfileModule(isOnDemand: false)
    }
    try await expectStart(of: registry, ["VisitorProfile", "Hall waits for VisitorProfile"])
  }

  /// A registry with a decorator behind an adapter.
  private func adapted(isOnDemand: Bool) throws(RegistryError) -> Registry {
    try Registry {
      Route(MemoryStore.self) { Service(.notes) }
      Adapter(Service<any RequiredStore>(), for: Service(.notes)) { StoreProxy($0) }
      Decorates(
        .notes,
        with: { @Sendable (inner: any NoteStore, _: VisitorProfile) -> any NoteStore in LoggingStore(inner) })
      Route(Reader.init(store:)) {
        Service(.reader)
        Singleton()
        if !isOnDemand { Eager() }
      }
      ProfileModule(isOnDemand: isOnDemand)
    }
  }

  @Test func `an instance starts after the dependencies of a decorator behind an adapter`() async throws {
    try await expectStart(
      of: try adapted(isOnDemand: false), ["VisitorProfile", "Reader waits for VisitorProfile"])
  }

  @Test func `the dependencies of a decorator behind an adapter start on demand`() async throws {
    let registry = try adapted(isOnDemand: true)
    _ = try await registry.started(Service<any RequiredStore>())
    await registry.stop()
    let other = try adapted(isOnDemand: true)
    _ = try await other.started(.reader)
    await other.stop()
  }

  @Test(arguments: [false, true])
  func `a scope's start includes an on-demand instance behind a singleton`(isWeak: Bool) async throws {
    let registry = try Registry {
      ProfileModule(isOnDemand: true)
      Route(Middle.init(profile:)) {
        Service(.middle)
        if isWeak { WeaklyShared() } else { Singleton() }
      }
      Route(Top.init(middle:)) {
        Service(.top)
        Scoped(to: Visit.self)
        Eager()
      }
    }
    let visit = try registry.opening(Visit(path: "/"))
    try await visit.start()
    _ = try visit(.top)
    await visit.close()
    try await registry.withScope(Visit(path: "/")) { _ = try Registry.current(.top) }
    await registry.stop()
  }

  @Test func `a scope's start includes an on-demand instance behind several singletons`() async throws {
    let registry = try Registry {
      ProfileModule(isOnDemand: true)
      Route(Middle.init(profile:)) {
        Service(.middle)
        Singleton()
      }
      Route(Top.init(middle:)) {
        Service(.top)
        Singleton()
      }
      Route(Roof.init(top:)) {
        Service(.roof)
        Scoped(to: Visit.self)
        Eager()
      }
    }
    try await registry.withScope(Visit(path: "/")) { _ = try Registry.current(.roof) }
    await registry.stop()
  }

  @Test func `an extension's start includes an on-demand instance behind a singleton of the base`()
    async throws
  {
    let base = try Registry {
      ProfileModule(isOnDemand: true)
      Route(Middle.init(profile:)) {
        Service(.middle)
        Singleton()
      }
    }
    let registry = try base.extending {
      Route(Top.init(middle:)) {
        Service(.top)
        Singleton()
        Eager()
      }
    }
    try await registry.start()
    #expect(throws: Never.self) { try registry(.top) }
    await registry.stop()
  }
}
