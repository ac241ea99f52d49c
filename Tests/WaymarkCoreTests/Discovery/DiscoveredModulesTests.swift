import SharedFixtures
import Testing
import WaymarkInspection
import WaymarkRuntime

@testable import WaymarkCore

private protocol Unadopted {}

private struct FirstModule: DiscoverableModule {
  var routes: Routes {
    Route(PlainDraft.self) {
      Service<any Draft>()
    } make: {
      PlainDraft()
    }
  }
}

private struct ListingModule: RouteModule {
  var routes: Routes { FirstModule() }
}

private struct SecondModule: DiscoverableModule {
  var routes: Routes {
    Route(SystemTime.self) { Service<any TimeSource>() }
  }
}

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

@Suite("Discovered modules")
struct DiscoveredModulesTests {
  private func isFirst(_ type: any DiscoverableModule.Type) -> Bool { type == FirstModule.self }

  @Test func `DiscoveredModules without a condition contains all modules`() {
    #expect(DiscoveredModules().modules.contains(where: isFirst))
    #expect(DiscoveredModules().modules.count == DiscoveredModules(where: { _ in true }).modules.count)
    #expect(DiscoveredModules(where: { _ in false }).modules.isEmpty)
  }

  @Test func `a module that another module also lists counts once`() throws {
    let registry = try Registry {
      DiscoveredModules(where: isFirst)
      ListingModule()
    }
    #expect(registry.routes.map(\.module) == ["FirstModule"])
  }

  @Test func `an extension doesn't compile the modules of its base again`() throws {
    let reports = Log()
    let base = try Registry(stage: .early) {
      ListingModule()
      ReportingModule(log: reports)
    }
    let complete = try base.extending {
      DiscoveredModules(where: { $0 == FirstModule.self || $0 == SecondModule.self })
    }
    #expect(complete.routes.map(\.module) == ["FirstModule", "SecondModule"])
    // Neither does an extension of the extension.
    #expect(try complete.extending { ListingModule() }.routes.count == 2)
    #expect(try complete.extending { SecondModule() }.routes.count == 2)
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
    let base = try Registry { FirstModule() }
    #expect(try base.overriding { FirstModule() }.routes.count == 1)
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
    #expect(
      registry.diagnostics.map(\.description) == [
        """
        Preview/Notes.swift:1: warning: DiscoveredModules() found no DiscoverableModule in the program [no-discovered-module]
            To fix: list the modules in the registry, which a preview of a package target needs
                or: pass -ObjC to the linker, if the modules are in a static library for an Apple system
                or: conform a module that isn't generic to DiscoverableModule
        """
      ])
    // A condition may exclude all.
    #expect(
      try Registry { DiscoveredModules(where: { _ in false }) }.diagnostics.allSatisfy {
        $0.severity == .note
      })
  }
}
