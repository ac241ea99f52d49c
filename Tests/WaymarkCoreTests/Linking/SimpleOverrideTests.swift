import SharedFixtures
import Testing
import WaymarkInspection
import WaymarkRuntime

@testable import WaymarkCore

/// The registries that a test overrides.
private enum Base: CaseIterable {
  case transient, singleton, weak, empty, exclusive, adapted, early, isolated, twoNames, decorated
  case besideADecorator

  func registry() throws -> Registry {
    if self == .isolated { return try Registry.isolating(RoutesBuilder.buildExpression(needy)) }
    return try Registry(stage: self == .early ? .early : .complete) {
      switch self {
      case .singleton: kept({ MemoryStore() }, .notes)
      case .weak:
        shared({ MemoryStore() }, .notes)
        kept({ (store: any NoteStore) in Book(label: store.name) }, .mainLedger)
      case .empty: Routes()
      case .exclusive:
        Route({ OtherStore() }) { RoutableService(.notes) }
        service({ MemoryStore() }, .copyStore, Exclusive())
      case .early: needy
      case .twoNames:
        Route(MemoryStore.self) {
          RoutableService(.notes)
          RoutableService<any NoteStore>.declared("other")
        }
      default: Route(MemoryStore.self) { RoutableService(.notes) }
      }
      if self == .adapted { Adapter(.copyStore, for: RoutableService(.notes)) { StoreProxy($0) } }
      if self == .decorated { Decorates(.notes) { LoggingStore($0) } }
      if self == .besideADecorator {
        Route(SystemTime.self) { RoutableService(.time) }
        Decorates(.time) { LaterTime(inner: $0, by: 1) }
      }
    }
  }

  /// A route that needs a later registry to provide the time.
  private var needy: Route {
    Route({ (_: DestinationServiceRouter<any TimeSource>) in MemoryStore() }) { RoutableService(.notes) }
  }
}

extension RoutableService<any RequiredStore> { fileprivate static var copyStore: Self { declared() } }

/// The overrides of a route.
private enum Change: CaseIterable {
  case transient, singleton, weak, weakInScope, identified, notConforming, otherToken

  var route: Route {
    switch self {
    case .transient: Route({ MemoryStore(name: "fake") }) { RoutableService(.notes) }
    case .singleton: kept({ MemoryStore(name: "fake") }, .notes)
    case .weak: shared({ MemoryStore(name: "fake") }, .notes)
    case .weakInScope:
      Route({ MemoryStore(name: "fake") }) {
        RoutableService(.notes)
        WeaklyShared()
        Scoped(to: UserSession.self)
      }
    case .identified: service({ MemoryStore(name: "fake") }, .notes, Identifier("unknown"))
    case .notConforming: Route({ Book(label: "fake") }) { RoutableService(.notes) }
    case .otherToken: Route({ SystemTime() }) { RoutableService(.time) }
    }
  }
}

private struct Module: RouteModule {
  let declared: Routes
  var routes: Routes { declared }
}

@Suite("Overrides of one route")
struct SimpleOverrideTests {
  /// The problems of an override, or else its routes and instances.
  private func summary(_ make: () throws -> Registry) -> [String] {
    do {
      let registry = try make()
      let stores = (0..<2).compactMap { _ in try? registry(RoutableService(.notes)) }
      let requests = [
        outcome { try registry(RoutableService(.notes)).name },
        outcome { try registry(RoutableService<any NoteStore>()).name },
        outcome { try registry(RoutableService(.copyStore)).name },
        outcome { "\(try registry(RoutableService(.time)).now)" },
        "\(stores.first === stores.last)",
        problemsOfDeriving { () throws(RegistryError) in try registry.extending {} },
      ]
      return registry.diagnostics.map(\.code.description) + requests
        + registry.routes.map { "\($0.destination) \($0.provides) \($0.lifetime)" }
    } catch {
      return (error as? RegistryError)?.diagnostics.map(\.code.description) ?? ["\(error)"]
    }
  }

  /// Waymark compiles the override in the module, and one layer can replace the compilation of the other one.
  @Test(arguments: Base.allCases, Change.allCases)
  fileprivate func `an override is the same inside a module`(_ base: Base, _ change: Change) throws {
    let base = try base.registry()
    let before = summary { base }
    let found = summary { try base.overriding { change.route } }
    let route = change.route
    #expect(
      found == summary { try base.overriding { Module(declared: RoutesBuilder.buildExpression(route)) } })
    #expect(summary { base } == before)
  }

  @Test func `an override of another token keeps a decorator`() throws {
    let base = try Registry {
      Route(SystemTime.self) { RoutableService(.time) }
      Route(MemoryStore.self) { RoutableService(.notes) }
      Decorates(.notes) { LoggingStore($0) }
    }
    let both = try base.overriding {
      Route({ LaterTime(inner: SystemTime(), by: 1) }) { RoutableService(.time) }
    }
    .overriding { Change.transient.route }
    #expect(try both(RoutableService(.notes)).name == "log(fake)" && both(RoutableService(.time)).now == 43)
  }

  /// Tests override one dependency for each case, so this is worth a way of its own.
  @Test(.enabled(if: FastCalls.areUsed), arguments: [Change.transient, .singleton])
  fileprivate func `an override of one route isn't compiled`(_ change: Change) throws {
    let base = try (change == .singleton ? Base.singleton : .transient).registry()
    let routes = Routes(.route(change.route.declaration))
    func isSimple(_ stage: Registry.Stage, isIsolated: Bool) -> Bool {
      SimpleOverride.image(of: routes, over: base.image, stage, isIsolated: isIsolated) != nil
    }
    #expect(isSimple(.complete, isIsolated: false))
    // Their completions check the declarations again.
    #expect(!isSimple(.early, isIsolated: false) && !isSimple(.complete, isIsolated: true))
  }
}
