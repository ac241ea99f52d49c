import Foundation
import Testing

@testable import WaymarkRuntime

#if os(macOS) || os(Linux)
  /// Returns the size of the process in memory, in bytes.
  func processSize() -> Int {
    #if os(Linux)
      // A new process inherits the largest size of the process that created it, so that can't show a small growth.
      let counts = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      return counts.flatMap { Int($0[1]) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) } ?? .max
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
#endif

@Suite("Locks")
struct LockTests {
  #if os(macOS) || os(Linux)
    /// The memory of the whole process is measured, so this is tried in a process of its own.
    @Test func `a lock is destroyed with its owner`() async {
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
