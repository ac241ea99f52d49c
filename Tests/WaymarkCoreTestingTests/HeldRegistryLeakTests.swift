import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting

/// Holds its registry and a store.
private final class Archive: Sendable {
  let store: any NoteStore
  let registry: Registry
  let stores: DestinationServiceRouter<any NoteStore>
  init(store: any NoteStore, registry: Registry, stores: DestinationServiceRouter<any NoteStore>) {
    self.store = store
    self.registry = registry
    self.stores = stores
  }
}

extension RoutableService<Archive> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

/// A view that holds its registry.
@MainActor private final class ArchiveScreen: Screen {
  var title = "archive"
  let registry: Registry
  @Routed(RoutableService<any NoteStore>()) var store
  init(registry: Registry) { self.registry = registry }
}

@Suite("Leaks of instances that hold their registry")
struct HeldRegistryLeakTests {
  /// The tests' own registries release their instances at the end of a test, and others have to do so by themselves.
  enum Derived: CaseIterable { case extended, overriding, scope }

  @Test(arguments: Derived.allCases)
  func `a kept instance is no leak`(derived: Derived) async {
    let found = await leakIssues(.registry { NotesModule() }, leakTraitFirst: true, within: .seconds(60)) {
      let extended = try Registry.current.extending { Routes.archive }
      switch derived {
      case .extended:
        // The extension's instance retains one of the test's registry, which is recorded.
        let archive = try extended.makeDestination(to: RoutableService<Archive>())
        #expect(try archive.stores.makeDestination() === archive.store)
      case .overriding:
        let registry = try extended.overriding { namedStore("other") }
        #expect(try registry.makeDestination(to: RoutableService<Archive>()).store.name == "other")
      case .scope:
        let registry = try extended.opening(TestScope())
        let archive = try registry.makeDestination(to: RoutableService<Archive>())
        _ = try archive.registry.opening(TestScope())
      }
    }
    #expect(found == [])
  }

  @Test(arguments: [false, true])
  func `a kept view is no leak`(isExtension: Bool) async {
    let registry: RegistryTrait = .registry {
      Route(MemoryStore.init) {
        Service<any NoteStore>()
        Singleton()
      }
      if !isExtension { Routes.screen }
    }
    let found = await leakIssues(registry, leakTraitFirst: true, within: .seconds(60)) {
      let registry = isExtension ? try Registry.current.extending { Routes.screen } : .current
      try await MainActor.run {
        let screen = try registry.makeDestination(to: RoutableView<any Screen>())
        #expect((screen as? ArchiveScreen)?.store.name == "memory")
      }
    }
    #expect(found == [])
  }
}

private struct TestScope: RouteScope {}

extension Routes {
  @RoutesBuilder fileprivate static var archive: Routes {
    Route(Archive.init(store:registry:stores:)) {
      Service<Archive>()
      Singleton()
    }
  }

  @RoutesBuilder fileprivate static var screen: Routes {
    Route(ArchiveScreen.init(registry:)) {
      View<any Screen>()
      Singleton()
    }
  }
}
