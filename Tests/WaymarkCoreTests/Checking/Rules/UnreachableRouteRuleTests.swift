import SharedFixtures
import Testing
import WaymarkCore

private final class Needy: Sendable {
  let store = Routed(RoutableService<any NoteStore>())
}

@Suite("Rule: a declaration leads to each route")
struct UnreachableRouteRuleTests: RouteVocabulary {
  @Test(arguments: [false, true])
  func `the start leads to an instance that works by itself`(isOnDemand: Bool) throws {
    @RoutesBuilder var started: Routes {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
        Starting { _ in }
        if isOnDemand { OnDemand() }
      }
    }
    let registry = try Registry {
      started
      Route(StoreProxy.init) {
        Service<any RequiredStore>()
        Singleton()
        Eager()
      }
    }
    #expect(registry.unreachableRoutes.map(\.code) == [])
    #expect(try Registry { started }.unreachableRoutes.count == (isOnDemand ? 1 : 0))
  }

  @Test func `a note about another profile names the profile`() throws {
    let registry = try Registry {
      service({ MemoryStore() }, Service<any NoteStore>(), EntryPoint())
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
      Route(FileArchive.init) { Service(.archive) }
      Route({ Needy() }) {
        Service<Needy>(declaredProtocol: Needy.self)
        EntryPoint()
        Requires(Service<any TimeSource>())
      }
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
      }
      Decorates(Service<any TimeSource>(), with: { (inner: any TimeSource, _: any MailArchive) in inner })
      // It only needs itself.
      service({ PlainDraft() }, Service<any Draft>(), Requires(Service<any Draft>()))
    }
    #expect(text.findings == ["line + 15 unreachable-route"])
  }

  // MARK: - Derived registries

  /// An entry point that needs the notes.
  @RoutesBuilder private var neededNotes: Routes {
    service({ Needy() }, Service<Needy>(declaredProtocol: Needy.self), EntryPoint())
  }

  @Test func `a route of the base that only the extension's routes and decorators lead to is reachable`()
    throws
  {
    let base = try Registry {
      Route(MemoryStore.self) { Service(.notes) }
      Route(FileArchive.init) { Service(.archive) }
      Route(SystemTime.self) { Service(.time) }
      service({ StoreProxy(MemoryStore()) }, Service<any RequiredStore>(), EntryPoint())
    }
    #expect(base.unreachableRoutes.count == 3)
    let registry = try base.extending {
      neededNotes
      Decorates(
        Service<any RequiredStore>(), with: { (inner: any RequiredStore, _: any MailArchive) in inner })
    }
    #expect(registry.unreachableRoutes.map(\.message) == ["no declaration leads to Route(SystemTime)"])
    #expect(base.unreachableRoutes.count == 3)
    let test = try registry.overriding { Route(SystemTime.self) { Service(.time) } }
    #expect(test.unreachableRoutes.map(\.message).filter { $0.contains("Memory") } == [])
  }

  @Test(arguments: [false, true])
  func `a route of the extension that only the base leads to is reachable`(isOverride: Bool) throws {
    let plain = try Registry(stage: .early) { neededNotes }
    let base = isOverride ? try plain.overriding { neededNotes } : plain
    let registry = try base.extending {
      Route(MemoryStore.self) { Service(.notes) }
      Route(SystemTime.self) { Service(.time) }
    }
    #expect(registry.unreachableRoutes.map(\.message) == ["no declaration leads to Route(SystemTime)"])
  }

  @Test func `a route that an optional parameter of an override leads to is reachable`() throws {
    let base = try Registry { service({ SystemTime() }, Service(.time), EntryPoint()) }
    let registry = try base.overriding {
      Route({ (_: (any NoteStore)?) in SystemTime() }) { Service(.time) }
    }.extending { Route(MemoryStore.self) { Service(.notes) } }
    #expect(registry.unreachableRoutes.isEmpty)
  }
}
