import ServerInterfaces
import Testing
import Waymark

@testable import Remote

/// Storages of another process, whose other side is in this one.
@Suite(.timeLimit(.minutes(5))) struct RemoteTests {
  @Test func aCallThatTakesTooLongIsGivenUpAndEndsOnTheOtherSide() async throws {
    let slow = SlowNotes()
    try await withStorageServer(slow) { port in
      try await withNotes(port, deadline: .seconds(8)) { notes in
        // The time that the connection takes counts, too.
        _ = try await notes.folders(of: "ann")
        let start = ContinuousClock.now
        await #expect(throws: StorageProblem.unavailable("127.0.0.1:\(port) didn't answer in time.")) {
          try await notes.note(id: "slow", of: "ann")
        }
        #expect(ContinuousClock.now - start < .seconds(60))
        try await poll(for: "the cancellation") { slow.canceled > 0 }
        #expect(slow.canceled == 1)
      }
    }
  }

  @Test func aCanceledRequestCancelsTheCallOnTheOtherSide() async throws {
    let slow = SlowNotes()
    try await withStorageServer(slow) { port in
      try await withNotes(port, deadline: .seconds(120)) { notes in
        let task = Task { try await notes.note(id: "slow", of: "ann") }
        try await poll(for: "the call") { slow.started > 0 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await poll(for: "the cancellation") { slow.canceled > 0 }
        #expect(slow.canceled == 1)
      }
    }
  }

  @Test func onlyCallsThatMayBePerformedTwiceWaitForTheOtherSide() async throws {
    // Nothing listens at the port.
    let port = try Proxy.freePort()
    try await withNotes(port, deadline: .seconds(10)) { notes in
      var start = ContinuousClock.now
      await #expect(throws: StorageProblem.unavailable("127.0.0.1:\(port) is away.")) {
        try await notes.save(Note(title: "A"), of: "ann")
      }
      #expect(ContinuousClock.now - start < .seconds(9))
      start = .now
      await #expect(throws: StorageProblem.self) { try await notes.note(id: "a", of: "ann") }
      #expect(ContinuousClock.now - start > .seconds(9))
    }
  }

  @Test func onlyTheseCallsAreNotSentAgain() {
    #expect(
      Methods.all.filter { !$0.isIdempotent }.map { $0.name } == ["AddAccount", "AddFolder", "SaveNote"])
    // Each call is served.
    #expect(Methods.all.count == 19)
    #expect(Set(Methods.all.map { $0.name }).count == 19)
  }

  @Test func aChangeWhoseAnswerIsLostIsMadeOnce() async throws {
    let calls = LostAnswers()
    try await calls.serve { port in
      try await withNotes(port, deadline: .seconds(10)) { notes in
        _ = try await notes.folders(of: "ann")
        await #expect(throws: StorageProblem.unavailable("127.0.0.1:\(port) is away.")) {
          try await notes.save(Note(title: "A"), of: "ann")
        }
        #expect(calls.count("SaveNote") == 1)
        await #expect(throws: StorageProblem.self) { try await notes.note(id: "a", of: "ann") }
        #expect(calls.count("ReadNote") > 1)
      }
    }
  }

  @Test func problemsOfTheOtherSideArriveAsTheyAre() async throws {
    try await withStorageServer(SlowNotes()) { port in
      try await withNotes(port, deadline: .seconds(60)) { notes in
        await #expect(throws: StorageProblem.missing) { try await notes.note(id: "missing", of: "ann") }
        await #expect(throws: StorageProblem.nameTaken("Garden")) {
          try await notes.addFolder(name: "Garden", of: "ann")
        }
        await #expect(
          throws: StorageProblem.unavailable("127.0.0.1:\(port) failed (internalError): Broken()")
        ) {
          try await notes.renameFolder(id: "a", to: "b", of: "ann")
        }
      }
    }
  }

  private func withNotes(
    _ port: Int, deadline: Duration, _ body: (any NoteStorage) async throws -> Void
  ) async throws {
    let address = StorageAddress(host: "127.0.0.1", port: port, deadline: deadline)
    try await Registry { RemoteStorageModule(address) }.run {
      try await body(try Registry.current.makeDestination(to: .noteStorage))
    }
  }
}
