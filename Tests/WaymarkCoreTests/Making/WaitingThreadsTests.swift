import Foundation
import SharedFixtures
import Testing
import WaymarkCore

private final class Chain: NoteStore, RequiredStore {
  let name: String
  let next: (any Sendable)?
  init(_ name: String, _ next: (any Sendable)? = nil) {
    self.name = name
    self.next = next
  }
}

@Suite("Threads that wait for kept instances")
struct WaitingThreadsTests: RouteVocabulary {
  /// A singleton is in ``ContentionTests``.
  @Test func `concurrent requests for a slow shared object get the same instance`() async throws {
    let (count, began) = (Counter(), DispatchSemaphore(value: 0))
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
      } make: {
        count.increment()
        began.signal()
        Thread.sleep(forTimeInterval: 0.1)
        return MemoryStore()
      }
    }
    async let first = onThread { try? registry.makeDestination(to: RoutableService<any NoteStore>()) }
    async let second = onThread {
      _ = began.wait(timeout: .now() + 5)
      return try? registry.makeDestination(to: RoutableService<any NoteStore>())
    }
    let stores = await [first, second]
    #expect(stores[0] != nil && stores[0] === stores[1])
    #expect(count.value == 1)
  }

  // Code that could wait forever runs in a process of its own, which ends in any case.

  #if os(macOS) || os(Linux)
    /// A thread waits for another one's instance, and makes the next one itself while a third one asks.
    @Test func `a thread that has finished waiting isn't part of a cycle`() async {
      await #expect(processExitsWith: .success) {
        mustEnd(within: 240)
        let count = Counter()
        let (began, beganAgain) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (waited, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let ended = DispatchSemaphore(value: 0)
        let registry = try Registry {
          Route(MemoryStore.self) {
            RoutableService<any NoteStore>()
            WeaklyShared()
          } make: {
            count.increment()
            (count.value == 1 ? began : beganAgain).signal()
            Thread.sleep(forTimeInterval: 0.1)
            return MemoryStore()
          }
        }
        let ask: @Sendable () -> (any NoteStore)? = {
          try? registry.makeDestination(to: RoutableService<any NoteStore>())
        }
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

    /// Two singletons with factories that need each other, and several threads that ask for them from both ends: each
    /// request ends, in the object or in an error, and none waits forever.
    @Test func `a cycle through several threads throws an error`() async {
      await #expect(processExitsWith: .success) {
        mustEnd(within: 240)
        for _ in 0..<50 {
          let registry = try Registry {
            Route(Chain.self) {
              RoutableService<any NoteStore>()
              Singleton()
            } make: { routes in
              Chain("notes", try routes(RoutableService<any RequiredStore>()))
            }
            Route(Chain.self) {
              RoutableService<any RequiredStore>()
              Singleton()
            } make: { routes in
              Chain("required", try routes(RoutableService<any NoteStore>()))
            }
          }
          await withTaskGroup(of: RouteError?.self) { group in
            for task in 0..<8 {
              group.addTask {
                error {
                  if task % 2 == 0 {
                    _ = try registry.makeDestination(to: RoutableService<any NoteStore>())
                  } else {
                    _ = try registry.makeDestination(to: RoutableService<any RequiredStore>())
                  }
                }
              }
            }
            for await problem in group { mustHold(problem?.code == .dependencyCycle) }
          }
        }
      }
    }
  #endif
}
