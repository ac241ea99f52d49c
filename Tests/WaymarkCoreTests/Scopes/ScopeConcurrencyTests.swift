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

private struct Editing: RouteScope {
  typealias Outer = WebRequest
  let document: String
}

@Suite("Scopes of many tasks at the same time")
struct ScopeConcurrencyTests: RouteVocabulary {
  /// Two users, each with a session, send requests, which are all open at the same time and share the
  /// instances of the application.
  @Test func `a request never sees another user's values`() async throws {
    let application = try Registry { MailModule() }
    let sessions = try ["ann", "bob"].map { try application.opening(UserSession(user: $0)) }
    let archive = try application.makeDestination(to: .archive)
    let meeting = Meeting(of: 10_000)
    let mistakes = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<10_000 {
        let session = sessions[number % 2]
        group.addTask {
          // A task that fails lets the others go on.
          defer { meeting.open() }
          return try await session.withScope(WebRequest(path: "/\(number)")) {
            await meeting.meet()
            let handler = try Registry.current.makeDestination(to: .handler)
            await Task.yield()
            let user = number % 2 == 0 ? "ann" : "bob"
            let isRight =
              handler.path == "/\(number)" && handler.inbox.user == user && handler.inbox.archive === archive
              && Registry.current.scope(UserSession.self)?.user == user
              && Registry.current.scope(WebRequest.self)?.path == "/\(number)"
            return isRight ? 0 : 1
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(mistakes == 0)
  }

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

  /// A scope of an extension is in the list of the base's scope, not in the list of the scope around it.
  @Test func `scopes of extensions open and close at the same time as inner scopes`() async throws {
    let application = try Registry { MailModule() }
    for _ in 0..<20 {
      let session = try application.opening(UserSession(user: "ann"))
      let request = try session.opening(WebRequest(path: "/"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            for _ in 0..<20 {
              let extended = number % 2 == 0 ? try request.extending {} : try session.extending {}
              let inner =
                number % 2 == 0
                ? try extended.opening(Editing(document: "a"))
                : try extended.opening(WebRequest(path: "/\(number)"))
              #expect(inner.scope?.isClosed == false)
              if number % 4 < 2 { await inner.close() }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(session.scope?.inner.count == 1 && request.scope?.inner.count == 0)
      await session.close()
      #expect(request.scope?.isClosed == true)
    }
  }
}
