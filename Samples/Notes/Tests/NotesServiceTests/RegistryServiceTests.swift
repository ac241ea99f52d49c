import Foundation
import Logging
import NotesApp
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing
import Waymark

@Suite("A registry in a service group")
struct RegistryServiceTests {
  @Test func `a service group starts and stops the registry`() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let registry = try Registry {
      ObservesLifecycle { continuation.yield("\($0.destinationName) \($0.phase)") }
      NotesApplication(store: URL(filePath: "/nowhere/notes.json"))
    }
    let group = ServiceGroup(services: [RegistryService(registry)], logger: Logger(label: "notes"))
    var found: [String] = []
    try await testGracefulShutdown { trigger in
      try await withThrowingTaskGroup { tasks in
        tasks.addTask { try await group.run() }
        for await event in events {
          found.append(event)
          if event == "FileNoteStorage didStart" { trigger.triggerGracefulShutdown() }
          if event == "FileNoteStorage didStop" { break }
        }
        try await tasks.waitForAll()
      }
    }
    #expect(
      found == ["FileNoteStorage willStart", "FileNoteStorage didStart", "FileNoteStorage didStop"])
  }

  @Test(.timeLimit(.minutes(5)), arguments: [SIGTERM, SIGINT])
  func `a signal stops the registry`(signal: Int32) async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [signal] in
      let registry = try Registry {
        ObservesLifecycle { event in
          print(event.destinationName, event.phase)
          if case .didStart = event.phase { kill(getpid(), signal) }
        }
        NotesApplication(store: URL(filePath: "/nowhere/notes.json"))
      }
      try await serve(registry, logger: Logger(label: "notes"))
    }
    #expect(
      String(decoding: result.standardOutputContent, as: UTF8.self).contains(
        """
        FileNoteStorage willStart
        FileNoteStorage didStart
        FileNoteStorage didStop

        """))
  }
}
