import SharedFixtures
import Testing
import WaymarkCore

// The locations in the errors are compared with the first of these lines. Code in the closure of an exit test has
// other line numbers, because a macro expands it.
private let line = #line

private struct Holder { @Routed(RoutableService()) var store: any NoteStore }

private final class Archive: Sendable { let store = Routed(RoutableService<any NoteStore>()) }

private func failing() throws -> Registry {
  try Registry {
    Route({ () throws -> MemoryStore in throw Failure(description: "disk full") }) {
      RoutableService<any NoteStore>()
    }
  }
}

private func call(_ archive: Archive) { _ = archive.store() }

private func resolve(_ holder: Holder) -> String {
  error { _ = try holder.$store.resolve() }.map { relative("\($0)", fileID: #fileID, line: line) } ?? "none"
}

@Suite("Errors of @Routed")
struct RoutedStopTests {
  #if os(macOS) || os(Linux)
    @Test func `reading stops with the error and the declaration`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try Registry.withCurrent(failing()) { Holder() }.store
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(
        relative(text, fileID: #fileID, line: line).contains(
          """
          line + 2: Fatal error: the factory of MemoryStore failed: disk full (Failure) [factoryFailed]
              while making MemoryStore (line + 8)
              @Routed(Service<any NoteStore>) is declared at line + 2
          """), "\(text)")
    }

    @Test func `calling a constant stops with its reader's and declaration's places`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        call(try Registry.withCurrent(Registry {}) { Archive() })
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(
        relative(text, fileID: #fileID, line: line).contains(
          """
          line + 4: Fatal error: nothing provides Service<any NoteStore> in this registry, which has no routes [unregistered]
              @Routed(Service<any NoteStore>) is declared at line + 4, and read at line + 14
              To fix: add Service<any NoteStore>(), or its name, to a route
                  or: add the module that provides it to the registry
          """), "\(text)")
    }

    @Test func `an error in a detached task names the binding left behind`() async {
      await #expect(processExitsWith: .success) {
        let bound = try Registry(name: "bound") {
          Route(MemoryStore.self) { RoutableService(.notes) }
        }
        func problemInADetachedTask() async -> String {
          await Registry.withCurrent(bound) { await Task.detached { resolve(Holder()) }.value }
        }
        let uninstalled = await problemInADetachedTask()
        let place = "@Routed(Service<any NoteStore>) is declared at line + 2, and read at line + 17\n"
        mustHold(uninstalled.contains("[noRegistryInstalled]\n    \(place)"), uninstalled)
        mustHold(uninstalled.contains("or: add .registry { … } to the test or its suite\n"), uninstalled)
        let remedy = await Task.detached { error { _ = try RouterHolder().$store.resolve() }?.remedy }.value
        mustHold(
          remedy?.hasPrefix("call Registry.withCurrent(_:operation:) in this task") == true, remedy ?? "")
        Registry.install(try Registry(name: "installed") {})
        let installed = await problemInADetachedTask()
        mustHold(
          installed == """
            nothing provides Service<any NoteStore> in the registry "installed", which has no routes [unregistered]
                @Routed(Service<any NoteStore>) is declared at line + 2, and read at line + 17
                To fix: add .registry { … } to the test or its suite
                    or: add Service<any NoteStore>(), or its name, to a route
                    or: add the module that provides it to the registry. This is the installed registry, because none is bound to this task: a detached task does not inherit the binding of withCurrent(_:operation:)
            """, installed)
      }
    }
  #endif
}

private struct RouterHolder {
  @Routed(RoutableService<any NoteStore>()) var store: DestinationServiceRouter<any NoteStore>
}
