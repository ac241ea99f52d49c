import SharedFixtures
import Testing
package import WaymarkCore
import WaymarkInspection

private struct StoreModule: DiscoverableModule {
  var routes: Routes {
    Route(MemoryStore.self) {
      Service<any NoteStore>()
    } make: {
      MemoryStore(name: "found")
    }
  }
}

private final class TimeModule: DiscoverableModule {
  var routes: Routes {
    Route(SystemTime.self) { Service<any TimeSource>() }
  }
}

private enum Nested {
  struct AModule: DiscoverableModule {
    var routes: Routes { StoreModule() }
    func check(_ registry: Registry) -> [Diagnostic] {
      [Diagnostic(.note, "checked \(registry.routes.count)")]
    }
  }
}

// `package`, because an optimised build leaves out what nothing mentions and has less access.
package struct GenericModule<Element>: DiscoverableModule {
  package init() {}
  package var routes: Routes {}
}

private struct ListedModule: RouteModule {
  var routes: Routes {
    Route(PlainDraft.self) {
      Service<any Draft>()
    } make: {
      PlainDraft()
    }
  }
}

private func isFromThisFile(_ type: any DiscoverableModule.Type) -> Bool {
  [StoreModule.self, TimeModule.self, Nested.AModule.self].contains { $0 == type }
}

@Suite("Discovery of modules")
struct DiscoveryTests: RouteVocabulary {
  @Test func `discovery finds all modules in the order of their names`() throws {
    let registry = try Registry { DiscoveredModules(where: isFromThisFile) }
    #expect(registry.routes.map(\.module) == ["StoreModule", "TimeModule"])
    #expect(try registry.makeDestination(to: Service<any NoteStore>()).name == "found")
    #expect(try registry.makeDestination(to: Service<any TimeSource>()).now == 42)
    #expect(registry.diagnostics.contains { $0.message == "checked 2" })
  }

  @Test func `a condition selects modules`() throws {
    let registry = try Registry { DiscoveredModules(where: { $0 == TimeModule.self }) }
    #expect(registry.routes.map(\.destination) == ["SystemTime"])
    #expect(try Registry { DiscoveredModules(where: { _ in false }) }.routes.isEmpty)
  }

  @Test func `a discovered module that is also listed compiles once`() throws {
    func isIncluded(_ type: any DiscoverableModule.Type) -> Bool {
      type == TimeModule.self || type == StoreModule.self
    }
    let registry = try Registry {
      DiscoveredModules(where: isIncluded)
      ListedModule()
      StoreModule()
      DiscoveredModules(where: isIncluded)
    }
    #expect(registry.routes.map(\.module) == ["TimeModule", "ListedModule", "StoreModule"])
  }

  @Test func `discovery skips and notes a generic module`() throws {
    let line = #line + 1
    let registry = try Registry { DiscoveredModules(where: isFromThisFile) }
    let note = registry.diagnostics.filter {
      $0.code == .genericModule && $0.message.hasPrefix("GenericModule ")
    }
    #expect(
      note.map { relative($0.description, fileID: #fileID, line: line) } == [
        """
        line + 0: note: GenericModule is a generic DiscoverableModule and was skipped, because its type arguments are not known [generic-module]
            To fix: conform it to RouteModule only, and list an instance of it in the registry
        """
      ])
  }
}
