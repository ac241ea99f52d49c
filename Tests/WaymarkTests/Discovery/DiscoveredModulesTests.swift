import Testing

@testable import Waymark

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

@Suite("Which modules are found by themselves")
struct DiscoveredModulesTests {
  private func isFirst(_ type: any DiscoverableModule.Type) -> Bool { type == FirstModule.self }

  @Test func withoutAConditionAllAre() {
    #expect(DiscoveredModules().modules.contains(where: isFirst))
    #expect(DiscoveredModules().modules.count == DiscoveredModules(where: { _ in true }).modules.count)
    #expect(DiscoveredModules(where: { _ in false }).modules.isEmpty)
  }

  @Test func oneThatAnotherModuleListsFurtherBelowCountsOnce() throws {
    let registry = try Registry {
      DiscoveredModules(where: isFirst)
      ListingModule()
    }
    #expect(registry.routes.map(\.module) == ["FirstModule"])
  }
}
