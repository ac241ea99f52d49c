import Foundation
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// The memory of the process, in bytes.
private func memory() throws -> Int {
  let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return (Int(pages[1]) ?? 0) * 4_096
}

@Suite("The memory of scopes")
struct ScopeMemoryTests {
  #if os(Linux)
    /// The address sanitizer doesn't use freed memory again for some time.
    @Test(.disabled(if: Sanitizer.watchesAddresses))
    func `closed scopes take no memory`() async {
      await #expect(processExitsWith: .success) {
        let application = try Registry { MailModule() }
        func open(_ count: Int) async throws {
          for number in 0..<count {
            let session = try application.opening(UserSession(user: "a user with a name on the heap"))
            let request = try session.opening(WebRequest(path: "/\(number)"))
            _ = try request.makeDestination(to: .handler)
            if number % 2 == 0 { await session.close() }
          }
        }
        // The process grows until the allocator has enough memory for one scope at a time.
        try await open(5_000)
        let before = try memory()
        // Two scopes each time: 50,000 in all.
        try await open(25_000)
        let after = try memory()
        // Less than 20 bytes for each scope: the smallest allocation takes 32.
        mustHold(after < before + 1_000_000, "\(before) bytes became \(after)")
      }
    }

    /// The allocators of sanitizers add memory of their own to each object.
    @Test(.disabled(if: Sanitizer.isActive))
    func `an open scope takes at most 200 bytes`() async {
      await #expect(processExitsWith: .success) {
        let application = try Registry { MailModule() }
        let value = UserSession(user: "ann")
        var sessions = Array(repeating: application, count: 100_000)
        let before = try memory()
        for index in sessions.indices { sessions[index] = try application.opening(value) }
        let each = Double(try memory() - before) / Double(sessions.count)
        mustHold(each <= 200, "a scope takes \(each) bytes")
        withExtendedLifetime(sessions) {}
      }
    }
  #endif
}
