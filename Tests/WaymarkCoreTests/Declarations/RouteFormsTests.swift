import SharedFixtures
import Testing
import WaymarkCore

@Suite("Forms of a route")
struct RouteFormsTests: RouteVocabulary {
  @MainActor @Test func `a type's initializer makes a view`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
      } prepare: { editor, _ in
        editor.title = "prepared"
      }
      Route(HeadingEditor.init) { View<any HeadingInput>() }
    }
    #expect(try registry.makeDestination(to: View<any EditorInput>()).title == "prepared")
    #expect(try registry.makeDestination(to: View<any HeadingInput>()).heading == "prepared")
  }

  @MainActor @Test func `a closure makes a view`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
      } make: {
        Editor()
      }
      Route(HeadingEditor.self) {
        View<any HeadingInput>()
      } make: { routes in
        HeadingEditor(try routes(View<any EditorInput>()) { $0.title = "through the resolver" })
      }
    }
    #expect(try registry.makeDestination(to: View<any HeadingInput>()).heading == "through the resolver")
  }

  @MainActor @Test func `the view's initializer makes a view`() throws {
    let registry = try Registry {
      Route(MemoryStore.init as @Sendable () -> MemoryStore) { Service<any NoteStore>() }
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route(StoredEditor.init(store:time:)) {
        View<any EditorInput>()
      } prepare: { editor, routes in
        editor.title = "at \(try routes(Service<any TimeSource>()).now)"
      }
    }
    let editor = try registry.makeDestination(to: View<any EditorInput>())
    #expect((editor as? StoredEditor)?.store is MemoryStore)
    #expect(editor.title == "at 42")
  }

  private final class Everything {
    let time: any TimeSource
    let absent: (any Draft)?
    let present: (any NoteStore)?
    let router: DestinationServiceRouter<any NoteStore>
    let noRouter: DestinationServiceRouter<any Draft>?
    let module: ModuleServiceRouter<any ImportModuleConfig>
    let resolver: Resolver
    let registry: Registry

    init(
      time: any TimeSource, absent: (any Draft)?, present: (any NoteStore)?,
      router: DestinationServiceRouter<any NoteStore>, noRouter: DestinationServiceRouter<any Draft>?,
      module: ModuleServiceRouter<any ImportModuleConfig>, resolver: Resolver, registry: Registry
    ) {
      (self.time, self.absent, self.present, self.router) = (time, absent, present, router)
      (self.noRouter, self.module) = (noRouter, module)
      (self.resolver, self.registry) = (resolver, registry)
    }
  }

  private struct ImportConfiguration: ImportModuleConfig { var source = "nowhere" }

  @Test func `the registry resolves every kind of parameter by its type`() throws {
    let registry = try Registry {
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(MemoryStore.self, configuration: { ImportConfiguration() }) {
        ServiceModule<any ImportModuleConfig>()
        Service<any RequiredStore>()
      } make: { configuration, _ in
        MemoryStore(name: configuration.source)
      }
      Route(Everything.init) { Service<Everything>(declaredProtocol: Everything.self) }
    }
    let everything = try registry.makeDestination(to: Service<Everything>(declaredProtocol: Everything.self))
    #expect(everything.time.now == 42 && everything.absent == nil && everything.noRouter == nil)
    #expect(everything.present?.name == "memory")
    #expect(try everything.router.makeDestination().name == "memory")
    let imported = try everything.module.makeDestination(as: Service<any RequiredStore>()) {
      $0.source = "a file"
    }
    #expect(imported.name == "a file")
    #expect(try registry.makeDestination(to: Service<any RequiredStore>()).name == "nowhere")
    #expect(everything.registry === registry && everything.resolver.registry === registry)
  }
}
