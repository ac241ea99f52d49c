import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

private struct CheckedModule: RouteModule {
  let severity: Diagnostic.Severity
  static let line = #line + 7

  var routes: Routes {
    Route(MemoryStore.self) { Service<any NoteStore>() }
  }
  func check(_ registry: Registry) -> [Diagnostic] {
    guard registry.router(to: RoutableService<any TimeSource>()) == nil else { return [] }
    return [Diagnostic(severity, "notes are saved without a time", remedy: "provide Service<any TimeSource>")]
  }
}

private struct CuriousModule: RouteModule {
  let log: Log
  var routes: Routes {
    Route(MemoryStore.self) {
      Service<any NoteStore>()
      Singleton()
    } make: {
      log.append("made")
      return MemoryStore()
    }
  }
  func check(_ registry: Registry) -> [Diagnostic] {
    let problem = error { _ = try registry.makeDestination(to: RoutableService<any NoteStore>()) }
    log.append(problem?.message.replacing(#/ \([^)]*swift:[0-9]+\)/#, with: "") ?? "no error")
    log.append("\(registry.graph.nodes.count) node, \(registry.routes.count) route")
    return []
  }
}

@Suite("A module's own rule")
struct ModuleCheckTests: RouteVocabulary {
  @Test func `the registry keeps a module's warning, and throws its error`() throws {
    let accepted = try Registry {
      CheckedModule(severity: .error)
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(accepted.diagnostics.allSatisfy { $0.code != .custom }, "a check receives the whole registry")
    #expect(
      problems(line: CheckedModule.line) { CheckedModule(severity: .warning) } == """
        line + 0: warning: notes are saved without a time [custom]
            To fix: provide Service<any TimeSource>
        """)
    let error = problems(line: CheckedModule.line) { CheckedModule(severity: .error) }
    #expect(
      error.findings == ["line + 0 custom"] && error.hasPrefix("error: 1 problem in 1 route\n"), "\(error)")
  }

  @Test func `a check can't make destinations, and an override doesn't call it again`() throws {
    let log = Log()
    let registry = try Registry { CuriousModule(log: log) }
    _ = try registry.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }
    #expect(
      log.all == [
        "MemoryStore was requested in a module's check(_:), which must not make destinations",
        "1 node, 1 route",
      ])
    _ = try registry.makeDestination(to: Service<any NoteStore>())
    #expect(log.all.last == "made")
  }
}
