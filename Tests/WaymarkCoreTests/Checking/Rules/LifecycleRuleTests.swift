import SharedFixtures
import Testing

@testable import WaymarkCore

@Suite("Rule: a started or stopped instance is kept")
struct LifecycleRuleTests: RouteVocabulary {
  @Test func `a weakly shared route can't have an asynchronous factory`() {
    let text = problems {
      Route(DiskStorage.init) {
        Service(.storage)
        WeaklyShared()
      }
    }
    #expect(text.findings == ["line + 1 asynchronous-transient"])
    #expect(
      text.contains("Route(DiskStorage) has an asynchronous factory and is WeaklyShared(), but "), "\(text)")
    #expect(text.contains("To fix: add Singleton() or Scoped(to:) in place of WeaklyShared()\n"), "\(text)")
  }

  @Test func `a transient route can't start or stop its instances`() {
    let text = problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Eager()
        Starting { _ in }
        Stopping { _ in }
      }
      Route(Editor.self) {
        View<any EditorInput>()
        WeaklyShared()
        Stopping { _ in }
      }
    }
    #expect(
      text == """
        error: 2 problems in 2 routes
        line + 1: error: Route(MemoryStore) has Eager(), Starting, Stopping and makes a new instance for each request, but only kept instances are started and stopped [unkept-lifecycle]
            To fix: add Singleton() or Scoped(to:)
                or: remove Eager(), Starting, Stopping
        line + 7: error: Route(Editor) has Stopping and is WeaklyShared(), but only kept instances are started and stopped [unkept-lifecycle]
            To fix: add Singleton() or Scoped(to:) in place of WeaklyShared()
                or: remove Stopping
        """)
  }

  @Test func `a route with a configuration can't stop its instances`() {
    let text = problems {
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Kept(by: \RoomSettings.number)
        Stopping { _ in }
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 1: error: Route(ChatRoom) has Stopping and is Kept(by:), but only kept instances are started and stopped [unkept-lifecycle]
            To fix: remove the configuration, and add Singleton() or Scoped(to:) in place of Kept(by:)
                or: remove Stopping
        """)
  }

  @Test func `the rule checks an override`() throws {
    let text = try problems {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
    } overriding: {
      Route(DiskStorage.init) { Service(.storage) }
    }
    #expect(text.contains("[asynchronous-transient]"))
  }

  // MARK: - Cycles by Requires

  @Test func `two instances that wait for each other are an error`() {
    let text = problems {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Requires(.storage)
        Starting { _ in }
      }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Requires(.metrics)
      }
    }
    #expect(text.findings == ["line + 1 dependency-cycle"])
    #expect(text.contains("Route(Counters) needs any Storage (declared), which Route(DiskStorage) makes"))
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
