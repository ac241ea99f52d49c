import SharedFixtures
import Testing
import WaymarkCore

private struct StoreModule: RouteModule {
  var routes: Routes {
    Route({ () throws -> MemoryStore in throw Failure(description: "disk full") }) {
      Service<any NoteStore>()
    }
    Route(StoreProxy.self) {
      Service<any RequiredStore>()
    } make: { routes in
      StoreProxy(try routes(Service<any NoteStore>()))
    }
    Route({ () throws -> Editor in throw Failure(description: "no screen") }) {
      View<any EditorInput>()
      Identifier("editor")
    }
    Route(Editor.self, configuration: EditorConfiguration.init) {
      ViewModule<any EditorModuleConfig>()
      View<Editor>(declaredProtocol: Editor.self)
    } make: { _, _ in
      throw Failure(description: "no module")
    }
  }
}

@Suite("Reports of a registry's errors")
struct ReportsErrorsTests: RouteVocabulary {
  private func registry(_ log: Log) throws(RegistryError) -> Registry {
    try Registry {
      ReportsErrors { log.append($0.message) }
      StoreModule()
    }
  }

  @Test func `the outermost request reports each error once`() throws {
    let log = Log()
    let registry = try registry(log)
    #expect(error { _ = try registry.makeDestination(to: Service<any RequiredStore>()) } != nil)
    #expect(log.all == ["the factory of MemoryStore failed: disk full (Failure)"])
    #expect(error { _ = try registry.makeDestination(to: Service<any TimeSource>()) } != nil)
    #expect(log.all.count == 2)
  }

  @MainActor @Test func `errors of views, routers, and identifiers are reported`() throws {
    let log = Log()
    let registry = try registry(log)
    let attempts: [() throws -> Void] = [
      { _ = try registry.makeDestination(to: View<any EditorInput>()) },
      { _ = try registry.makeDestination(to: View<any EditorInput>()) { $0.title = "" } },
      { _ = try registry.router(to: View<any EditorInput>())?.makeDestination() },
      { _ = try registry.router(identifier: "editor")?.makeDestination() },
      { _ = try registry.router(identifier: "editor")?.makeService() },
      {
        _ = try registry.router(to: ViewModule<any EditorModuleConfig>())?
          .makeDestination(as: View<Editor>(declaredProtocol: Editor.self))
      },
      { _ = try Routed(RoutableService<any NoteStore>()).resolve() },
      { _ = try DestinationHolder().$module.resolve() },
    ]
    Registry.withCurrent(registry) {
      for (number, attempt) in attempts.enumerated() {
        #expect(error(of: attempt) != nil)
        #expect(log.all.count == number + 1)
      }
    }
  }

  @MainActor private final class DestinationHolder {
    @Routed(RoutableServiceModule()) var module: ModuleServiceRouter<any ImportModuleConfig>
  }

  @Test func `a derived registry reports to its base's reporters`() throws {
    let (log, more) = (Log(), Log())
    let derived = try registry(log).overriding {
      Route(SystemTime.self) { Service<any NoteStore>.as { _ in throw Failure(description: "") } }
      ReportsErrors { more.append($0.message) }
    }
    #expect(error { _ = try derived.makeDestination(to: Service<any NoteStore>()) } != nil)
    #expect(log.all.count == 1 && more.all == log.all)
  }
}
