import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

private struct ShopModule: RouteModule {
  static let line = #line + 2
  var routes: Routes {
    Route(MemoryStore.self) { Service<any NoteStore>() }
    CartModule()
  }
}
private struct CartModule: RouteModule { var routes: Routes { if Bool(true) { PaymentModule() } } }
private struct PaymentModule: RouteModule {
  var routes: Routes {
    ShopModule()
    Route(StoreProxy.init) { Service<any RequiredStore>() }
  }
}

/// One of six modules that all list each other.
private struct Crowd<First, Second, Third>: RouteModule {
  var routes: Routes {
    Crowd<First, Third, Second>()
    Crowd<Second, First, Third>()
    Crowd<Second, Third, First>()
    Crowd<Third, First, Second>()
    Crowd<Third, Second, First>()
  }
}

/// A module that lists another value of its own type.
private struct Level: RouteModule {
  let depth: Int?
  var routes: Routes {
    if let depth, depth > 0 { Level(depth: depth - 1) }
    if depth == nil { Level(depth: nil) }
    if depth == 0 { Route(MemoryStore.self) { Service<any NoteStore>() } }
  }
}

private struct EndlessModule: RouteModule { var routes: Routes { EndlessModule() } }

/// A module that lists two values of its own type, so that the number of paths doubles with each level.
private struct Branch: RouteModule {
  let depth: Int
  var routes: Routes {
    Branch(depth: depth + 1)
    Branch(depth: -depth)
  }
}

/// A module in a cycle that also lacks a dependency.
private struct IncompleteModule: RouteModule {
  var routes: Routes {
    Route(StoreProxy.init) { Service<any RequiredStore>() }
    IncompleteModule()
  }
}

@Suite("Modules that list modules")
struct ModuleNestingTests: RouteVocabulary {
  @Test func `modules that list each other are one error`() {
    let text = problems(line: ShopModule.line) { ShopModule() }
    #expect(
      text.withoutRemedies == """
        error: 1 problem in 2 routes
        line + 7: error: modules list each other in a cycle: ShopModule → CartModule → PaymentModule → ShopModule [module-cycle]
            line + 1: ShopModule lists CartModule
            line + 4: CartModule lists PaymentModule
            line + 7: PaymentModule lists ShopModule
        """)
  }

  @Test func `a cycle is one error, without problems that can follow from it`() {
    for module: any RouteModule in [
      EndlessModule(), IncompleteModule(), Crowd<Int, String, Bool>(), Branch(depth: 1),
    ] {
      let error = #expect(throws: RegistryError.self) { try Registry { module } }
      #expect(error?.diagnostics.map(\.code) == [.moduleCycle])
    }
  }

  @Test func `a module can list other values of its type`() throws {
    #expect(try Registry { Level(depth: 90) }.routes.count == 1)
    let error = #expect(throws: RegistryError.self) { try Registry { Level(depth: nil) } }
    #expect(error?.diagnostics.map(\.message) == ["modules list each other in a cycle: Level → Level"])
  }

  @Test func `a module of handlers can be listed twice`() throws {
    struct Quiet: RouteModule { var routes: Routes { Decorates(Service<any NoteStore>()) { $0 } } }
    let registry = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Quiet()
      Quiet()
    }
    #expect(registry.routes.count == 1)
  }
}
