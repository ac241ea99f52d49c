import Logging
import NotesApp
import NotesInterfaces
import NotesService
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import Testing
import Waymark

import struct Foundation.URL

@Suite("A registry in a service group")
struct RegistryServiceTests {
  @Test func groupStartsAndStopsTheRegistry() async throws {
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
}
