import Foundation
import SharedFixtures
import Testing
import WaymarkCore

@Suite("Contention for one registry")
struct ContentionTests: RouteVocabulary {
  private func hammer(tasks: Int = 64, rounds: Int = 100, _ body: @escaping @Sendable (Int) throws -> Void)
    async throws
  {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks { group.addTask { for round in 0..<rounds { try body(task &+ round) } } }
      try await group.waitForAll()
    }
  }

  /// A factory and a decorator that take some time, so that all tasks get here meanwhile.
  @Test(arguments: [false, true], [false, true])
  func `many tasks make and wrap a kept instance once`(isScoped: Bool, isDecorated: Bool) async throws {
    for _ in 0..<20 {
      let (made, wrapped) = (Counter(), Counter())
      let root = try Registry {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          if isScoped { Scoped(to: UserSession.self) } else { Singleton() }
        } make: {
          made.increment()
          if isScoped { Thread.sleep(forTimeInterval: 0.005) }
          return MemoryStore()
        }
        if isDecorated {
          Decorates(Service<any NoteStore>()) { inner in
            wrapped.increment()
            sched_yield()
            return LoggingStore(inner)
          }
        }
      }
      let registry = try root.opening(UserSession(user: "ann"))
      let seen = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<64 {
          group.addTask {
            ObjectIdentifier(try registry.makeDestination(to: RoutableService<any NoteStore>()))
          }
        }
        return try await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
      }
      #expect(seen.count == 1 && made.value == 1 && wrapped.value == (isDecorated ? 1 : 0))
    }
  }

  @Test func `a weakly shared object is never returned during its deallocation`() async throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
      }
    }
    try await hammer { _ in
      let store = try registry.makeDestination(to: RoutableService<any NoteStore>())
      #expect(store.name == "memory")
      #expect(try registry.makeDestination(to: RoutableService<any NoteStore>()) === store)
    }
  }

  @Test func `registries derived by many tasks make their own objects`() async throws {
    let registry = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      kept(StoreProxy.init, Service<any RequiredStore>())
    }
    try await hammer(rounds: 20) { number in
      let test = try registry.overriding {
        Route({ MemoryStore(name: "\(number)") }) { RoutableService<any NoteStore>() }
      }
      #expect(try test.makeDestination(to: RoutableService<any RequiredStore>()).name == "proxy of \(number)")
      try Registry.withCurrent(test) { () throws in
        #expect(try Router.makeDestination(to: RoutableService<any NoteStore>()).name == "\(number)")
      }
    }
  }
}
