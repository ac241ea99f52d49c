import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: a started or stopped instance is kept")
struct LifecycleRuleTests: RouteVocabulary {
  private static let cases = [
    RuleCase(
      "an asynchronous factory of a weakly shared route", "line + 5 asynchronous-transient",
      says: "Route(DiskStorage) has an asynchronous factory and is WeaklyShared(), but ",
      "To fix: add Singleton() or Scoped(to:) in place of WeaklyShared()\n"
    ) {
      Route(DiskStorage.init) {
        Service(.storage)
        WeaklyShared()
      }
    },
    RuleCase(
      "operations of a weakly shared route", "line + 6 unkept-lifecycle",
      says: "Route(MemoryStore) has Eager(), Starting, Stopping and is WeaklyShared(), but only kept",
      "To fix: add Singleton() or Scoped(to:) in place of WeaklyShared()\n",
      "        or: remove Eager(), Starting, Stopping"
    ) {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
        Eager()
        Starting { _ in }
        Stopping { _ in }
      }
    },
    RuleCase(
      "a stop of a route with a key", "unkept-lifecycle",
      says: "Route(ChatRoom) has Stopping and is Kept(by:), but only kept instances",
      "To fix: remove the configuration, and add Singleton() or Scoped(to:) in place of Kept(by:)\n"
    ) {
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Kept(by: \RoomSettings.number)
        Stopping { _ in }
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    },
  ]

  @Test(arguments: cases) func `instances that nothing keeps or starts are errors`(row: RuleCase) throws {
    try row.check()
  }

  @Test func `the requirements of routes that don't start may form a cycle`() async throws {
    let registry = try Registry {
      service({ MemoryStore() }, Service<any NoteStore>(), Requires(Service<any TimeSource>()))
      service({ SystemTime() }, Service<any TimeSource>(), Requires(Service<any NoteStore>()))
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Requires(Service<any TimeSource>())
        Starting { _ in }
      }
    }
    try await registry.start()
    _ = try registry.makeDestination(to: .metrics)
  }
}
