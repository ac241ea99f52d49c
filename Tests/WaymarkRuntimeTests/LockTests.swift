import Foundation
import Testing

@testable import WaymarkRuntime

@Suite("Locks")
struct LockTests {
  private final class Sum: @unchecked Sendable {
    // SAFETY (`@unchecked Sendable`): `value` is only accessed while the lock is held.
    let lock = ShortLock()
    var value = 0
  }

  @Test func `one thread at a time holds a short lock`() async {
    let sum = Sum()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10_000 {
            sum.lock.acquire()
            sum.value += 1
            sum.lock.release()
          }
        }
      }
    }
    #expect(sum.value == 80_000)
  }

  #if os(macOS) || os(Linux)
    /// The memory of the whole process is measured, so this is tried in a process of its own.
    @Test(.enabled(if: reusesMemory))
    func `a lock is destroyed with its owner`() async {
      await #expect(processExitsWith: .success) {
        let before = processSize()
        for number in 0..<1_000_000 { guard Lock(number).withLock({ $0 }) == number else { exit(2) } }
        // A million locks that aren't destroyed need 40 megabytes or more.
        guard processSize() < before + 10_000_000 else { exit(1) }
      }
    }
  #endif
}
