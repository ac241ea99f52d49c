import Foundation
import Testing

@testable import WaymarkRuntime

@Suite("Locks")
struct LockTests {
  #if os(macOS) || os(Linux)
    /// The memory of the whole process is measured, so this is tried in a process of its own.
    @Test(.enabled(if: reusesMemory))
    func `a lock is destroyed with its owner`() async {
      await #expect(processExitsWith: .success) {
        let before = processSize()
        for number in 0..<1_000_000 {
          guard Lock(number).withLock({ $0 }) == number else { exit(2) }
        }
        // A million locks that aren't destroyed need 40 megabytes or more.
        guard processSize() < before + 10_000_000 else { exit(1) }
      }
    }
  #endif
}
