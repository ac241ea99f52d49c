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
@MainActor private final class ArchiveScreen: EditorInput {
  var title = "archive"
  let registry: Registry
  @Routed(RoutableService<any NoteStore>()) var store
  init(registry: Registry) { self.registry = registry }
}

private struct TestScope: RouteScope {}

private func archive(isStarted: Bool = false) -> Route {
  Route(Archive.init(store:registry:stores:)) {
    RoutableService<Archive>()
    Singleton()
    if isStarted { Starting { _ in } }
  }
}

@Suite("Leaks of instances that hold their registry")
struct HeldRegistryLeakTests {
  /// The registry of the instance: the test's own registry releases its instances at the end of a test, and others
  /// have to do so by themselves.
  enum Place: CaseIterable {
    case own, started, stopped, extended, overriding, scope

    var isOwn: Bool { self == .own || isStarted }
    var isStarted: Bool { self == .started || self == .stopped }
  }

  @Test(arguments: Place.allCases, [true, false])
  func `a kept instance is no leak`(place: Place, leakTraitFirst: Bool) async {
    let registry: RegistryTrait = .registry {
      NotesModule()
      if place.isOwn { archive(isStarted: place.isStarted) }
    }
    let found = await leakIssues(registry, leakTraitFirst: leakTraitFirst, within: .seconds(60)) {
      let registry = place.isOwn ? Registry.current : try Registry.current.extending { archive() }
      if place.isStarted { try await registry.start() }
      switch place {
      case .own, .started, .stopped, .extended:
        // The extension's instance retains one of the test's registry, which is recorded.
        let archive = try registry.makeDestination(to: RoutableService<Archive>())
        #expect(try archive.stores.makeDestination() === archive.store)
        if place == .stopped { await registry.stop() }
      case .overriding:
        let other = try registry.overriding { namedStore("other") }
        #expect(try other.makeDestination(to: RoutableService<Archive>()).store.name == "other")
      case .scope:
        let scope = try registry.opening(TestScope())
        let archive = try scope.makeDestination(to: RoutableService<Archive>())
        _ = try archive.registry.opening(TestScope())
      }
    }
    #expect(found == [])
  }

  @Test(arguments: [false, true])
  func `a kept view is no leak`(isExtension: Bool) async {
    @RoutesBuilder @Sendable func screen() -> Routes {
      Route(ArchiveScreen.init(registry:)) {
        RoutableView<any EditorInput>()
        Singleton()
      }
    }
    let registry: RegistryTrait = .registry {
      namedStore("memory", isKept: true)
      if !isExtension { screen() }
    }
    let found = await leakIssues(registry, leakTraitFirst: true, within: .seconds(60)) {
      let registry = isExtension ? try Registry.current.extending { screen() } : .current
      try await MainActor.run {
        let screen = try registry.makeDestination(to: RoutableView<any EditorInput>())
        #expect((screen as? ArchiveScreen)?.store.name == "memory")
      }
    }
    #expect(found == [])
  }
}
