import Foundation
import NotesServer
import Remote
import ServerInterfaces
import Synchronization
import Testing
import Waymark

/// Storages of another process, whose other side is in this one.
@Suite(.timeLimit(.minutes(1))) struct RemoteTests {
  @Test func aCallThatTakesTooLongIsGivenUpAndEndsOnTheOtherSide() async throws {
    let slow = SlowNotes()
    try await withServer(slow) { port in
      try await withNotes(port, deadline: .seconds(2)) { notes in
        // The time that the connection takes counts, too.
        _ = try await notes.folders(of: "ann")
        let start = ContinuousClock.now
        await #expect(throws: StorageProblem.unavailable("127.0.0.1:\(port) didn't answer in time.")) {
          try await notes.note(id: "slow", of: "ann")
        }
        #expect(ContinuousClock.now - start < .seconds(10))
        for _ in 0..<500 where slow.canceled == 0 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(slow.canceled == 1)
      }
    }
  }

  @Test func aCanceledRequestCancelsTheCallOnTheOtherSide() async throws {
    let slow = SlowNotes()
    try await withServer(slow) { port in
      try await withNotes(port, deadline: .seconds(30)) { notes in
        let task = Task { try await notes.note(id: "slow", of: "ann") }
        for _ in 0..<100 where slow.started == 0 { try await Task.sleep(for: .milliseconds(20)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for _ in 0..<500 where slow.canceled == 0 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(slow.canceled == 1)
      }
    }
  }

  @Test func onlyCallsThatMayBePerformedTwiceWaitForTheOtherSide() async throws {
    // Nothing listens at the port.
    let port = try Proxy.freePort()
    try await withNotes(port, deadline: .seconds(4)) { notes in
      var start = ContinuousClock.now
      await #expect(throws: StorageProblem.unavailable("127.0.0.1:\(port) is away.")) {
        try await notes.save(Note(title: "A"), of: "ann")
      }
      #expect(ContinuousClock.now - start < .seconds(3))
      start = .now
      await #expect(throws: StorageProblem.self) { try await notes.note(id: "a", of: "ann") }
      #expect(ContinuousClock.now - start > .seconds(3))
    }
  }

  @Test func problemsOfTheOtherSideArriveAsTheyAre() async throws {
    try await withServer(SlowNotes()) { port in
      try await withNotes(port, deadline: .seconds(5)) { notes in
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
      try await body(try Registry.current.makeDestination(to: \.noteStorage))
    }
  }

  /// Serves the notes of a test, with the other storages on a database.
  private func withServer(_ notes: SlowNotes, _ body: @Sendable (Int) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let registry = try Registry { NotesServerApplication(storage: .folder(folder)) }.overriding {
        Route(SlowNotes.self) {
          RoutableService(\.noteStorage)
        } make: {
          notes
        }
      }
      try await registry.run {
        let server = try StorageServer(host: "127.0.0.1", port: 0, registry: registry)
        let ports = AsyncStream.makeStream(of: Int.self)
        async let running: Void = server.run { ports.continuation.yield($0) }
        var iterator = ports.stream.makeAsyncIterator()
        let port = try #require(await iterator.next())
        do {
          try await body(port)
          server.beginGracefulShutdown()
        } catch {
          server.beginGracefulShutdown()
          throw error
        }
        try await running
      }
    }
  }
}

/// Notes of which one takes very long to read.
private final class SlowNotes: NoteStorage {
  struct Broken: Error {}

  private let counts = Mutex((started: 0, canceled: 0))
  var started: Int { counts.withLock { $0.started } }
  var canceled: Int { counts.withLock { $0.canceled } }

  func note(id: String, of user: String) async throws -> Note {
    guard id == "slow" else { throw StorageProblem.missing }
    counts.withLock { $0.started += 1 }
    do {
      try await Task.sleep(for: .seconds(60))
    } catch {
      counts.withLock { $0.canceled += 1 }
      throw error
    }
    return Note()
  }

  func folders(of user: String) -> [Folder] { [] }
  func addFolder(name: String, of user: String) throws -> Folder { throw StorageProblem.nameTaken(name) }
  func renameFolder(id: String, to name: String, of user: String) throws { throw Broken() }
  func deleteFolder(id: String, of user: String) {}
  func notes(of user: String, folder: String?, limit: Int, offset: Int) -> NoteList {
    NoteList(notes: [], total: 0)
  }
  func save(_ note: Note, of user: String) -> Note { note }
  func deleteNote(id: String, of user: String) {}
}
