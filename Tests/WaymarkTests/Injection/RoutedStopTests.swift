import Testing
import Waymark

private struct Holder {
  static let line = #line + 1
  @Routed(RoutableService()) var store: any NoteStore
}

@Suite("Reading what cannot be resolved")
struct RoutedStopTests {
  @Test func stopsWithTheWholeErrorAndThePlace() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let registry = try Registry {
        Route(MemoryStore.self) {
          RoutableService<any NoteStore>()
        } make: {
          throw Failure(description: "disk full")
        }
      }
      let holder = Registry.withCurrent(registry) { Holder() }
      _ = holder.store
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      relative(text, fileID: #fileID, line: Holder.line).contains(
        """
        line + 0: Fatal error: @Routed(Service<any NoteStore>) could not be resolved: \
        the factory of MemoryStore failed: disk full (Failure) [factoryFailed]
            while making MemoryStore (line + 6)
        """), "\(text)")
  }
}
