import SharedFixtures
import Testing
import WaymarkInspection
import WaymarkRuntime

@testable package import WaymarkCore

private struct StoreModule: DiscoverableModule {
  var routes: Routes { Route({ MemoryStore(name: "found") }) { Service<any NoteStore>() } }
}

private final class TimeModule: DiscoverableModule {
  var routes: Routes { Route(SystemTime.self) { Service<any TimeSource>() } }
}

private enum Nested {
  struct AModule: DiscoverableModule {
    var routes: Routes { StoreModule() }
    func check(_ registry: Registry) -> [Diagnostic] {
      [Diagnostic(.note, "checked \(registry.routes.count)")]
    }
  }
}

// `package`, because an optimized build leaves out unmentioned declarations with less access.
package struct GenericModule<Element>: DiscoverableModule {
  package init() {}
  package var routes: Routes {}
}

private protocol Unadopted {}

private struct DraftModule: RouteModule {
  var routes: Routes { Route({ PlainDraft() }) { Service<any Draft>() } }
}

private struct ListingModule: RouteModule { var routes: Routes { StoreModule() } }

private struct ReportingModule: RouteModule {
  let log: Log
  var routes: Routes {
    ReportsErrors { [log] in log.append("\($0.code)") }
  }
}

// Not `private`, because messages don't name private modules, and so don't read them.
struct CountedModule: RouteModule {
  /// The number of times that the task has read the declarations.
  @TaskLocal static var reads: Counter?

  var routes: Routes {
    let _ = Self.reads?.increment()
  }
}

private func isFromThisFile(_ type: any DiscoverableModule.Type) -> Bool {
  [StoreModule.self, TimeModule.self, Nested.AModule.self].contains { $0 == type }
}

@Suite("Discovery of modules")
struct DiscoveryTests: RouteVocabulary {
  @Test func `discovery finds all modules in the order of their names, and notes a generic one`() throws {
    let registry = try Registry { DiscoveredModules(where: isFromThisFile) }
    #expect(registry.routes.map(\.module) == ["StoreModule", "TimeModule"])
    #expect(try registry.makeDestination(to: Service<any NoteStore>()).name == "found")
    #expect(try registry.makeDestination(to: Service<any TimeSource>()).now == 42)
    #expect(registry.diagnostics.contains { $0.message == "checked 2" })
    #expect(
      registry.diagnostics.contains {
        $0.code == .genericModule && $0.severity == .note && $0.message.hasPrefix("GenericModule ")
      })
  }

  @Test func `a condition selects modules`() throws {
    let registry = try Registry { DiscoveredModules(where: { $0 == TimeModule.self }) }
    #expect(registry.routes.map(\.destination) == ["SystemTime"])
    let none = try Registry { DiscoveredModules(where: { _ in false }) }
    #expect(none.routes.isEmpty && none.diagnostics.allSatisfy { $0.severity == .note })
    #expect(DiscoveredModules().modules.contains { $0 == StoreModule.self })
    #expect(DiscoveredModules().modules.count == DiscoveredModules(where: { _ in true }).modules.count)
  }

  @Test func `a discovered module that is also listed compiles once`() throws {
    func isIncluded(_ type: any DiscoverableModule.Type) -> Bool {
      type == TimeModule.self || type == StoreModule.self
    }
    let registry = try Registry {
      DiscoveredModules(where: isIncluded)
      DraftModule()
      StoreModule()
      DiscoveredModules(where: isIncluded)
      ListingModule()
    }
    #expect(registry.routes.map(\.module) == ["TimeModule", "DraftModule", "StoreModule"])
  }

  @Test func `an extension doesn't compile the modules of its base again`() throws {
    let base = try Registry(stage: .early) {
      ListingModule()
      ReportingModule(log: Log())
    }
    let complete = try base.extending {
      DiscoveredModules(where: { $0 == StoreModule.self || $0 == TimeModule.self })
    }
    #expect(complete.routes.map(\.module) == ["StoreModule", "TimeModule"])
    // Neither does an extension of the extension.
    #expect(try complete.extending { ListingModule() }.routes.count == 2)
    #expect(try complete.extending { TimeModule() }.routes.count == 2)
  }

  /// A module with parameters may declare something else each time.
  @Test func `an extension compiles another instance of a module with stored properties`() throws {
    let reports = Log()
    let base = try Registry { ReportingModule(log: reports) }
    let extended = try base.extending { ReportingModule(log: reports) }
    #expect(throws: RouteError.self) { try AnyRouter(identifier: "unknown", in: extended).makeService() }
    #expect(reports.all == ["unregistered", "unregistered"])
  }

  @Test func `an override compiles the modules of its base`() throws {
    #expect(try Registry { StoreModule() }.overriding { StoreModule() }.routes.count == 1)
  }

  @Test func `messages about missing dependencies read the modules of the program once`() {
    let reads = Counter()
    CountedModule.$reads.withValue(reads) {
      let counts = (0..<3).map { _ in
        let text = problems { Route(StoreProxy.init(_:)) { RoutableService<any RequiredStore>() } }
        #expect(text.contains("[missing-requirement]"))
        return reads.value
      }
      // Another test can have read them before.
      #expect(counts[0] <= 1)
      #expect(counts.allSatisfy { $0 == counts[0] })
    }
  }

  @Test func `a program without modules is a warning`() throws {
    let location = DeclarationLocation(fileID: "Preview/Notes.swift", line: 1)
    let registry = try Registry {
      DiscoveredModules(ConformanceScan(conformingTo: (any Unadopted).self), at: location)
    }
    #expect(registry.diagnostics == [.noDiscoveredModule(at: location)])
    #expect(registry.diagnostics.map(\.severity) == [.warning])
  }
}
