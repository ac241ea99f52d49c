// What must not compile, beyond the contract: each marked line gets an error that contains the text.
import Waymark

final class UnsafeClass: Draft { var text = "" }

struct ConfigurationAndLifetime: RouteModule {
  var routes: Routes {
    Route(Editor.self, configuration: EditorConfiguration.init) { ViewModule<any EditorModuleConfig>(); Singleton() } make: { _, _ in Editor() }  // error: a route with a configuration makes a new destination for each caller
  }
}
struct UnsafeWeaklyShared: RouteModule {
  var routes: Routes {
    Route(UnsafeClass.self) { Service<any Draft>(); WeaklyShared() } make: { UnsafeClass() }  // error: a singleton or weakly shared service is used by several threads
  }
}
struct NothingForAService: RouteModule {
  var routes: Routes {
    Route(MemoryStore.self) { Identifier("store") } make: { MemoryStore() }  // error: this route provides nothing
  }
}
struct ServiceByTheWrongKind: RouteModule {
  var routes: Routes {
    Route(Editor.self) { View<any EditorInput>(); Identifier("a"); Service<any NoteStore>() } make: { _ in Editor() }  // error: a route is a view's or a service's
  }
}
struct ServiceThatIsShown: RouteModule {
  var routes: Routes {
    Route(MemoryStore.self) { Service<any NoteStore>(); Supports(.push) } make: { MemoryStore() }  // error: a route is a view's or a service's
  }
}
struct AdapterAcrossKinds: RouteModule {
  var routes: Routes {
    Adapter(View<any RequiredEditorInput>(), for: Service<any NoteStore>())  // error: an adapter connects two tokens of one kind
  }
}
func configuringOffMain(_ registry: Registry) throws {
  _ = try registry.router(to: RoutableViewModule<any EditorModuleConfig>())?.makeDestination(as: RoutableView<any EditorInput>())  // error: main actor-isolated
}
func serviceOfAViewModule(_ router: ModuleViewRouter<any EditorModuleConfig>) throws {
  _ = try router.makeDestination(as: RoutableService<any NoteStore>())  // error: RoutableService
}
@MainActor final class Holder {
  @Routed(\.editor) var editor
}
func leavingTheMainActor(_ holder: Holder) async {
  let wrapper = await holder.$editor  // error: non-Sendable
  _ = wrapper
}
final class NotSendableValue: Sendable {
  let draft = Routed(RoutableService<any Draft>())  // error: non-Sendable
}
