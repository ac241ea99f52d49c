import SharedFixtures
import Testing
import WaymarkCore

private final class Needy: Sendable {
  let store = Routed(RoutableService<any NoteStore>())
}

@Suite("Rule: a declaration leads to each route")
struct UnreachableRouteRuleTests: RouteVocabulary {
  @Test func `a route that nothing requests is noted`() throws {
    let text = try notes(.unreachableRoute) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
    }
    #expect(
      text == """
        line + 1: note: no declaration leads to Route(MemoryStore) [unreachable-route]
            To fix: add EntryPoint() if the application itself requests it
                or: remove the route
        """)
  }

  @Test(arguments: [false, true])
  func `the start leads to an instance that works by itself`(isOnDemand: Bool) throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
        Starting { _ in }
        if isOnDemand { OnDemand() }
      }
      Route(StoreProxy.init) {
        Service<any RequiredStore>()
        Singleton()
        Eager()
      }
    }
    #expect(registry.unreachableRoutes.map(\.code) == [])
    let alone = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
        Starting { _ in }
        if isOnDemand { OnDemand() }
      }
    }
    #expect(alone.unreachableRoutes.count == (isOnDemand ? 1 : 0))
  }

  @Test func `the diagnostics don't include unreachable routes`() throws {
    let registry = try Registry { Route(MemoryStore.self) { Service<any NoteStore>() } }
    #expect(registry.diagnostics.isEmpty)
    #expect(registry.unreachableRoutes.map(\.code) == [.unreachableRoute])
    let error = #expect(throws: RegistryError.self) {
      try Registry { Route(StoreProxy.init) { Service<any RequiredStore>() } }
    }
    #expect(error?.diagnostics.map(\.code) == [.missingRequirement])
  }

  @Test func `a note about another profile names the profile`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        EntryPoint()
      }
      When(.preview) { Route(MemoryStore.self) { Service<any NoteStore>() } }
    }
    #expect(registry.unreachableRoutes.map(\.profile) == [.preview])
    let extended = try registry.extending { Route(Editor.self) { View<any EditorInput>() } }
    #expect(extended.unreachableRoutes.map(\.profile) == [nil, .preview])
  }

  @Test func `an identifier, entry point, or dependency makes a route reachable`() throws {
    let text = try notes(.unreachableRoute) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route(Needy.self) {
        Service<Needy>(declaredProtocol: Needy.self)
        EntryPoint()
        Requires(Service<any TimeSource>())
      } make: {
        Needy()
      }
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
      }
    }
    #expect(text.isEmpty)
  }

  @Test func `a route that only needs itself is unreachable`() throws {
    let text = try notes(.unreachableRoute) {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Requires(Service<any NoteStore>())
      }
    }
    #expect(text.contains("Route(MemoryStore)"))
  }

  @Test func `the rule doesn't check overrides`() throws {
    let base = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        EntryPoint()
      }
    }
    let test = try base.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }
    #expect(test.diagnostics.isEmpty && test.unreachableRoutes.isEmpty)
  }

  @Test func `the dependency of an entry point's decorator is reachable`() throws {
    let text = try notes(.unreachableRoute) {
      Route(SystemTime.self) {
        Service(.time)
        EntryPoint()
      }
      Route(MemoryStore.self) { Service(.notes) }
      Decorates(.time, with: { (inner: any TimeSource, notes: any NoteStore) in inner })
    }
    #expect(text == "", "\(text)")
  }

  // MARK: - Derived registries

  private let needy = RoutableService<Needy>(declaredProtocol: Needy.self)

  @Test func `a route of the base that only the extension's routes lead to is reachable`() throws {
    let base = try Registry {
      Route(MemoryStore.self) { Service(.notes) }
      Route(SystemTime.self) { Service(.time) }
    }
    #expect(base.unreachableRoutes.count == 2)
    let registry = try base.extending {
      Route(Needy.self) {
        needy
        EntryPoint()
      } make: {
        Needy()
      }
    }
    #expect(
      registry.unreachableRoutes.map(\.message) == ["no declaration leads to Route(SystemTime)"])
    #expect(base.unreachableRoutes.count == 2)
    let test = try registry.overriding { Route(SystemTime.self) { Service(.time) } }
    #expect(
      test.unreachableRoutes.map(\.message).filter { $0.contains("Memory") } == [])
  }

  @Test func `an extension's decorator leads to a route of the base`() throws {
    let base = try Registry {
      Route(MemoryStore.self) { Service(.notes) }
      Route(SystemTime.self) {
        Service(.time)
        EntryPoint()
      }
    }
    let registry = try base.extending {
      Decorates(.time, with: { (inner: any TimeSource, notes: any NoteStore) in inner })
    }
    #expect(registry.unreachableRoutes.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a route of the extension that only the base leads to is reachable`(isOverride: Bool) throws {
    let plain = try Registry(stage: .early) {
      Route(Needy.self) {
        needy
        EntryPoint()
      } make: {
        Needy()
      }
    }
    let base =
      !isOverride
      ? plain
      : try plain.overriding {
        Route(Needy.self) {
          needy
          EntryPoint()
        } make: {
          Needy()
        }
      }
    let registry = try base.extending {
      Route(MemoryStore.self) { Service(.notes) }
      Route(SystemTime.self) { Service(.time) }
    }
    #expect(
      registry.unreachableRoutes.map(\.message) == ["no declaration leads to Route(SystemTime)"])
  }

  @Test func `a route that an optional parameter of an override leads to is reachable`() throws {
    final class Reader: Sendable {
      init() {}
      init(notes: (any NoteStore)?) {}
    }
    let reader = RoutableService<Reader>(declaredProtocol: Reader.self)
    let base = try Registry {
      Route({ Reader() }) {
        reader
        EntryPoint()
      }
    }
    let registry = try base.overriding { Route(Reader.init(notes:)) { reader } }.extending {
      Route(MemoryStore.self) { Service(.notes) }
    }
    #expect(registry.unreachableRoutes.isEmpty)
  }
}
