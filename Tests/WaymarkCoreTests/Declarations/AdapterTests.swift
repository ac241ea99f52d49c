import SharedFixtures
import Testing
import WaymarkCore

/// A service with a configuration.
private func importer() -> Route {
  Route(MemoryStore.self, configuration: ImportConfiguration.init as @Sendable () -> ImportConfiguration) {
    RoutableServiceModule<any ImportModuleConfig>()
    RoutableService<any NoteStore>()
  } make: { configuration, _ in
    MemoryStore(name: configuration.source)
  }
}

private protocol SecondStore: AnyObject, Sendable { var name: String { get } }
extension MemoryStore: SecondStore {}
extension StoreProxy: SecondStore {}
private final class PlainStore: NoteStore { let name = "plain" }
private struct ImportConfiguration: ImportModuleConfig, RequiredImport { var source = "" }
private protocol RequiredImport { var source: String { get set } }

extension RoutableService<any SecondStore> { fileprivate static var second: Self { declared() } }
extension RoutableServiceModule<any RequiredImport> {
  fileprivate static var requiredImport: Self { declared() }
}
extension RoutableServiceModule<SourceProxy> { fileprivate static var sourceProxy: Self { declared() } }

/// A proxy of a view's configuration.
private struct NoteChoice: RequiredModuleConfig {
  var configuration: any EditorModuleConfig
  var note: Note? {
    get { configuration.note }
    set { configuration.note = newValue }
  }
}

private struct ImportProxy: RequiredImport {
  var inner: any ImportModuleConfig
  var source: String {
    get { inner.source }
    set { inner.source = newValue }
  }
}

private struct SourceProxy {
  var inner: any RequiredImport
  var file: String {
    get { inner.source }
    set { inner.source = newValue }
  }
}

@Suite("Adapters")
struct AdapterTests: RouteVocabulary {
  @MainActor @Test func `a closure adapts a view`() throws {
    let registry = try Registry {
      numberedEditor()
      Adapter(View<any HeadingInput>(), for: View<any EditorInput>()) { HeadingEditor($0) }
    }
    let editor = try registry.makeDestination(to: View<any HeadingInput>()) { $0.heading = "new" }
    #expect(editor.heading == "new, prepared for 0", "the caller prepares before the route")
  }

  @Test func `a decorator's result that doesn't conform is an error`() throws {
    let line = #line
    let base = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
    }
    let conforming = try base.extending {
      Decorates(Service<any NoteStore>()) { _ in MemoryStore(name: "other") }
    }
    #expect(try conforming(Service<any RequiredStore>()).name == "other")
    let plain = try base.extending { Decorates(Service<any NoteStore>()) { _ in PlainStore() } }
    let problem = error { _ = try plain.makeDestination(to: Service<any RequiredStore>()) }
    #expect(
      problem.map { relative("\($0)", fileID: #fileID, line: line) } == """
        PlainStore does not conform to RequiredStore, and the adapter of Service<any RequiredStore> (line + 3) has no closure [destinationMismatch]
            while making MemoryStore (line + 2)
            To fix: conform PlainStore to RequiredStore
                or: give the adapter a closure
        """)
  }

  @MainActor @Test func `adapters adapt configurations`() throws {
    let registry = try Registry {
      numberedEditor()
      Adapter(ViewModule<any RequiredModuleConfig>(), for: ViewModule<any EditorModuleConfig>())
      importer()
      Adapter(ServiceModule(.requiredImport), for: ServiceModule<any ImportModuleConfig>())
    }
    let editor = try registry.router(to: ViewModule<any RequiredModuleConfig>())?
      .makeDestination(as: View<any EditorInput>()) { $0.note = Note(id: 7) }
    #expect(editor?.title == "note 7, prepared for 7")
    let store = try registry.router(to: ServiceModule(.requiredImport))?
      .makeDestination(as: Service<any NoteStore>()) { $0.source = "file" }
    #expect(store?.name == "file")
  }

  @MainActor @Test func `a pair of closures adapts a configuration`() throws {
    let line = #line
    let registry = try Registry {
      numberedEditor()
      Adapter(ViewModule<any RequiredModuleConfig>(), for: ViewModule<any EditorModuleConfig>()) {
        NoteChoice(configuration: $0)
      } back: {
        ($0 as? NoteChoice)?.configuration
      }
    }
    let router = try #require(registry.router(to: ViewModule<any RequiredModuleConfig>()))
    let editor = try router.makeDestination(as: View<any EditorInput>()) { $0.note = Note(id: 7) }
    #expect(editor.title == "note 7, prepared for 7")
    let problem = error {
      _ = try router.makeDestination(as: View<any EditorInput>()) { $0 = EditorConfiguration() }
    }
    let text = relative("\(try #require(problem))", fileID: #fileID, line: line)
    #expect(
      text.contains(
        "of ViewModule<any RequiredModuleConfig> (line + 3) returned nil for a value of type EditorConfiguration"
      ))
  }

  @Test func `a chain of proxies leads to the service's configuration`() throws {
    let registry = try Registry {
      importer()
      Adapter(ServiceModule(.sourceProxy), for: ServiceModule(.requiredImport)) {
        SourceProxy(inner: $0)
      } back: {
        $0.inner
      }
      Adapter(ServiceModule(.requiredImport), for: ServiceModule<any ImportModuleConfig>()) {
        ImportProxy(inner: $0)
      } back: {
        ($0 as? ImportProxy)?.inner
      }
    }
    let router = try #require(registry.router(to: ServiceModule(.sourceProxy)))
    #expect(try router.makeDestination(as: Service<any NoteStore>()) { $0.file = "a" }.name == "a")
    #expect(try router.makeDestination(as: Service<any NoteStore>()).name == "")
  }

  @Test(arguments: [false, true], [false, true])
  func `a chain of adapters converts in order, with closures at any position`(
    firstIsAClosure: Bool, secondIsAClosure: Bool
  ) throws {
    let registry = try Registry {
      if secondIsAClosure {
        Adapter(Service(.second), for: Service<any RequiredStore>()) { StoreProxy($0 as! any NoteStore) }
      } else {
        Adapter(Service(.second), for: Service<any RequiredStore>()) { $0 as! any SecondStore }
      }
      if firstIsAClosure {
        Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) {
          MemoryStore(name: "<\($0.name)>")
        }
      } else {
        Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      }
      kept({ MemoryStore() }, Service<any NoteStore>())
    }
    let first = firstIsAClosure ? "<memory>" : "memory"
    #expect(
      try registry.makeDestination(to: Service(.second)).name
        == (secondIsAClosure ? "proxy of \(first)" : first))
    #expect(registry.adapters == ["Service(.second)", "Service<any RequiredStore>"])
  }
}
