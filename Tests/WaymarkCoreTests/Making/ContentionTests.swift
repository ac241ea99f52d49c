import Foundation
import SharedFixtures
import Testing
import WaymarkCore

@Suite("Contention for one registry")
struct ContentionTests: RouteVocabulary {
  /// A factory and a decorator that take some time, so that all tasks get here meanwhile.
  @Test(arguments: [
    (Lifetime.singleton, false), (.singleton, true), (.scoped, false), (.scoped, true),
    (.weaklyShared, false),
  ])
  func `many tasks make and wrap a kept instance once`(lifetime: Lifetime, isDecorated: Bool) async throws {
    for _ in 0..<20 {
      let (made, wrapped) = (Counter(), Counter())
      let root = try Registry {
        Route(MemoryStore.self) {
          Service(.notes)
          switch lifetime {
          case .weaklyShared: WeaklyShared()
          case .scoped: Scoped(to: UserSession.self)
          default: Singleton()
          }
        } make: {
          made.increment()
          if lifetime != .singleton { Thread.sleep(forTimeInterval: 0.005) }
          return MemoryStore()
        }
        if isDecorated {
          Decorates(.notes) { inner in
            wrapped.increment()
            sched_yield()
            return LoggingStore(inner)
          }
        }
      }
      let registry = try root.opening(UserSession(user: "ann"))
      let stores = try await withThrowingTaskGroup(of: (any NoteStore).self) { group in
        for _ in 0..<64 { group.addTask { try registry(.notes) } }
        return try await group.reduce(into: [any NoteStore]()) { $0.append($1) }
      }
      #expect(stores.allSatisfy { $0 === stores[0] })
      #expect(made.value == 1 && wrapped.value == (isDecorated ? 1 : 0))
    }
  }

  @Test func `a weakly shared object is never returned during its deallocation`() async throws {
    let registry = try Registry { shared({ MemoryStore() }, .notes) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          for _ in 0..<100 {
            let store = try registry(.notes)
            #expect(try store.name == "memory" && registry(.notes) === store)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  #if os(macOS) || os(Linux)
    /// A thread waits for another one's instance, and makes the next one itself while a third one asks.
    ///
    /// Code that could wait forever runs in a process of its own, which ends in any case.
    @Test func `a thread that has finished waiting isn't part of a cycle`() async {
      await #expect(processExitsWith: .success) {
        mustEnd(within: 240)
        let count = Counter()
        let (began, beganAgain) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (waited, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let ended = DispatchSemaphore(value: 0)
        let registry = try Registry {
          shared(
            {
              count.increment()
              (count.value == 1 ? began : beganAgain).signal()
              Thread.sleep(forTimeInterval: 0.1)
              return MemoryStore()
            }, .notes)
        }
        let ask: @Sendable () -> (any NoteStore)? = { try? registry(.notes) }
        async let maker: Void = onThread {
          withExtendedLifetime(ask()) { waited.wait() }
          released.signal()
        }
        async let waiter: Bool = onThread {
          began.wait()
          let isFirst = ask() != nil && count.value == 1
          waited.signal()
          released.wait()
          return withExtendedLifetime(ask()) { again in
            ended.wait()
            return isFirst && again != nil
          }
        }
        async let last: Bool = onThread {
          beganAgain.wait()
          defer { ended.signal() }
          return ask() != nil
        }
        await maker
        mustHold(await waiter)
        mustHold(await last)
        mustHold(count.value == 2)
      }
    }
  #endif
}
