import Foundation
import Testing

@testable import WaymarkRuntime

@Suite("A thread that calls closures at their deadlines", .timeLimit(.minutes(5)))
struct DeadlineThreadTests {
  /// The calls, in order.
  private final class Calls: Sendable {
    let names = Lock<[String]>([])

    func write(_ name: String) { names.withLock { $0.append(name) } }

    /// Returns a closure that notes its call, and is due again after an hour.
    func once(_ name: String) -> @Sendable () -> ContinuousClock.Instant {
      {
        self.write(name)
        return .now + .seconds(3_600)
      }
    }

    func reach(_ count: Int) async -> Bool {
      await DeadlineThreadTests.becomesTrue { names.withLock(\.count) >= count }
    }
  }

  /// Calls a function until it returns true, for 20 seconds at most.
  private static func becomesTrue(_ condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      await Task.yield()
    }
    return true
  }

  @Test func `a closure is called when it is due, not earlier`() async {
    let (thread, calls) = (DeadlineThread(), Calls())
    let begun = ContinuousClock.now
    @Sendable func add(_ name: String, _ time: Duration) -> DeadlineThread.Call {
      thread.add(at: begun + time) {
        calls.write(ContinuousClock.now >= begun + time ? name : "\(name) came early")
        return begun + .seconds(3_600)
      }
    }
    // Each call is due before the time that the thread waits for.
    let added = [add("last", .milliseconds(8)), add("first", .milliseconds(2)), add("now", .seconds(-1))]
    #expect(await calls.reach(3))
    #expect(calls.names.withLock(\.self).sorted() == ["first", "last", "now"])
    #expect(thread.isRunning)
    for call in added { thread.remove(call) }
  }

  @Test func `an earlier call wakes the thread`() async throws {
    let (thread, calls) = (DeadlineThread(), Calls())
    let later = thread.add(at: .now + .seconds(3_600)) { .now + .seconds(3_600) }
    // The thread begins to wait for the later call.
    try await Task.sleep(for: .milliseconds(50))
    let earlier = thread.add(at: .now + .milliseconds(10), calls.once("earlier"))
    #expect(await calls.reach(1))
    for call in [later, earlier] { thread.remove(call) }
  }

  #if os(Linux)
    @Test func `a call after the system had no thread left starts the thread`() async {
      await #expect(processExitsWith: .success) {
        let (thread, calls) = (DeadlineThread(), Calls())
        try ThreadStacks.withDefaultSize(1 << 46) { _ = thread.add(at: .now, calls.once("first")) }
        #expect(!thread.isRunning && calls.names.withLock(\.isEmpty))
        _ = thread.add(at: .now, calls.once("second"))
        #expect(thread.isRunning)
        #expect(await calls.reach(2))
      }
    }
  #endif

  @Test func `the thread ends with the last call`() async throws {
    let thread = DeadlineThread()
    #expect(!thread.isRunning)
    for isWaiting in [false, true, false] {
      let calls = (0..<2).map { _ in thread.add(at: .now + .seconds(3_600)) { .now + .seconds(3_600) } }
      #expect(thread.isRunning)
      if isWaiting { try await Task.sleep(for: .milliseconds(20)) }
      for call in calls { thread.remove(call) }
      try #require(await Self.becomesTrue { !thread.isRunning })
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(2)])
  func `a call is repeated until it is removed`(interval: Duration) async {
    let (thread, calls) = (DeadlineThread(), Calls())
    let call = thread.add(at: .now) {
      calls.write("called")
      return .now + interval
    }
    #expect(await calls.reach(3))
    thread.remove(call)
    #expect(await Self.becomesTrue { !thread.isRunning })
    let count = calls.names.withLock(\.count)
    await Task.yield()
    #expect(calls.names.withLock(\.count) == count)
  }

  @Test func `many tasks can add and remove calls`() async {
    let (thread, calls) = (DeadlineThread(), Calls())
    await withTaskGroup { group in
      for _ in 0..<64 {
        group.addTask {
          let call = thread.add(at: .now, calls.once("called"))
          await Task.yield()
          thread.remove(call)
        }
      }
    }
    #expect(await Self.becomesTrue { !thread.isRunning })
    #expect(calls.names.withLock(\.count) <= 64)
  }
}

#if os(Linux)
  /// The size of the stacks of new threads.
  private enum ThreadStacks {
    private typealias Change = @convention(c) (UnsafeMutablePointer<pthread_attr_t>) -> Int32

    struct Unavailable: Error {}

    /// Calls a function while new threads would have stacks of a size.
    ///
    /// The memory of a process has no room for a huge stack, so the system can't create a thread.
    static func withDefaultSize(_ size: Int, _ body: () -> Void) throws {
      // The functions are extensions of the C library, which Swift doesn't import.
      func change(_ name: String) throws -> Change {
        guard let address = dlsym(nil, name) else { throw Unavailable() }
        return unsafeBitCast(address, to: Change.self)
      }
      let (get, set) = (try change("pthread_getattr_default_np"), try change("pthread_setattr_default_np"))
      // The functions that read the attributes also initialize them.
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 2)
      defer { attributes.deallocate() }
      let (original, huge) = (attributes, attributes + 1)
      guard get(original) == 0, get(huge) == 0, pthread_attr_setstacksize(huge, size) == 0, set(huge) == 0
      else { throw Unavailable() }
      body()
      guard set(original) == 0 else { throw Unavailable() }
    }
  }
#endif
