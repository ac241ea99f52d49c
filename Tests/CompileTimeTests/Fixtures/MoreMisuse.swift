// What must not compile, beyond the contract. Each marked line gets an error, which contains the text if it's
// Waymark's.
import Waymark

final class UnsafeClass: Draft { var text = "" }

struct ConfigurationAndLifetime: RouteModule { var routes: Routes { Route(Editor.self, configuration: EditorConfiguration.init) { ViewModule<any EditorModuleConfig>(); Singleton() } make: { _, _ in Editor() } } }  // error: a route with a configuration makes a new destination for each caller
struct RequiredConfigurationAndLifetime: RouteModule {
  var routes: Routes {
    Route(Editor.self, configuration: EditorConfiguration.self) { ViewModule<any EditorModuleConfig>(); Singleton() } make: { _, _ in Editor() }  // error: a route with a configuration makes a new destination for each caller
    Route({ (_: EditorConfiguration) in Editor() }, configuration: EditorConfiguration.self) { ViewModule<any EditorModuleConfig>(); Singleton() }  // error: A route with a configuration has no Singleton()
  }
}
struct MisspelledLabel: RouteModule { var routes: Routes { Route(StoredEditor.init(store:tiem:)) { View<any EditorInput>() } } }  // error: type 'StoredEditor' has no member 'init(store:tiem:)'
func shortNameOutsideOfAModule(_ registry: Registry) throws { _ = try registry.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } } }  // error: cannot find 'Service' in scope
struct OtherTypeConverted: RouteModule { var routes: Routes { Route(PlainDraft.self) { Service<any Draft>(); Service<any NoteStore>.as { $0 } } make: { PlainDraft() } } }  // error: the destination doesn't conform to the type of this token
struct UnsafeWeaklyShared: RouteModule { var routes: Routes { Route(UnsafeClass.self) { Service<any Draft>(); WeaklyShared() } make: { UnsafeClass() } } }  // error: several threads use a service with this lifetime
struct MisusedSession: RouteScope {}
struct UnsafeScoped: RouteModule { var routes: Routes { Route(UnsafeClass.self) { Service<any Draft>(); Scoped(to: MisusedSession.self) } make: { UnsafeClass() } } }  // error: several threads use a service with this lifetime
struct KeptValue: RouteModule { var routes: Routes { Route(PlainDraft.self) { Service<any Draft>(); Kept(by: \String.count) } make: { PlainDraft() } } }  // error: Kept(by:) need a class or an actor
func scopeThatIsNone(_ registry: Registry) throws { _ = try registry.opening("ann") }  // error: conform to 'RouteScope'
struct NothingForAService: RouteModule { var routes: Routes { Route(MemoryStore.self) { Identifier("store") } make: { MemoryStore() } } }  // error: this route provides nothing
struct ServiceByTheWrongKind: RouteModule { var routes: Routes { Route(Editor.self) { View<any EditorInput>(); Identifier("a"); Service<any NoteStore>() } make: { _ in Editor() } } }  // error: a route is a view's or a service's
struct ServiceThatIsShown: RouteModule { var routes: Routes { Route(MemoryStore.self) { Service<any NoteStore>(); Supports(.push) } make: { MemoryStore() } } }  // error: a route is a view's or a service's
// The same refusals for routes that are declared by an initializer.
final class UnsafeDraftOfAStore: Draft { let text = ""; init(store: any NoteStore) {} }
struct UnsafeSingletonByItsInitializer: RouteModule { var routes: Routes { Route(UnsafeClass.init) { Service<any Draft>(); Singleton() } } }  // error: several threads use a service with this lifetime
struct UnsafeWeaklySharedByItsInitializer: RouteModule { var routes: Routes { Route(UnsafeDraftOfAStore.init(store:)) { Service<any Draft>(); WeaklyShared() } } }  // error: several threads use a service with this lifetime
struct MixedKindsByAnInitializer: RouteModule { var routes: Routes { Route(UnsafeClass.init) { View<any EditorInput>(); Service<any Draft>() } } }  // error: a route is a view's or a service's
struct MixedKindsByAnInitializerWithParameters: RouteModule { var routes: Routes { Route(StoredEditor.init(store:time:)) { View<any EditorInput>(); Service<any NoteStore>() } } }  // error: a route is a view's or a service's
struct NothingByAnInitializer: RouteModule { var routes: Routes { Route(UnsafeClass.init) { Identifier("draft") } } }  // error: this route provides nothing
struct NothingByAnInitializerWithParameters: RouteModule { var routes: Routes { Route(UnsafeDraftOfAStore.init(store:)) { Identifier("draft") } } }  // error: this route provides nothing
// The same refusal for all forms of a factory, with a preparation.
struct NothingWithAPreparation: RouteModule {
  var routes: Routes {
    Route(MemoryStore.self) { Identifier("a") } prepare: { store, _ in _ = store }  // error: this route provides nothing
    Route(Editor.self) { Identifier("b") } prepare: { editor, _ in editor.title = "" }  // error: this route provides nothing
    Route(MemoryStore.self) { Identifier("c") } make: { _ in MemoryStore() } prepare: { store, _ in _ = store }  // error: this route provides nothing
    Route(Editor.self) { Identifier("d") } make: { Editor() } prepare: { editor, _ in editor.title = "" }  // error: this route provides nothing
    Route(UnsafeClass.init) { Identifier("e") } prepare: { draft, _ in _ = draft }  // error: this route provides nothing
    Route(Editor.self, configuration: EditorConfiguration.init) { Identifier("f") } make: { _, _ in Editor() } prepare: { editor, _, _ in editor.title = "" }  // error: this route provides nothing
    Route(Editor.self, configuration: EditorConfiguration.self) { Identifier("g") } make: { _, _ in Editor() }  // error: this route provides nothing
    Route(MemoryStore.self) { Identifier("h") } make: { try await MemoryStore.open() } prepare: { store, _ in _ = store }  // error: this route provides nothing
    Route(MemoryStore.self) { Identifier("i") } make: { _ in try await MemoryStore.open() }  // error: this route provides nothing
    Route(MemoryStore.open) { Identifier("j") }  // error: this route provides nothing
  }
}
extension MemoryStore { static func open() async throws -> MemoryStore { MemoryStore() } }
// The same refusal for services that take asynchronous work to make.
final class UnsafeConnection: Draft {
  let text = ""
  static func open() async throws -> UnsafeConnection { UnsafeConnection() }
  static func connect(store: any NoteStore) async -> UnsafeConnection { UnsafeConnection() }
}
struct UnsafeAsynchronousSingletons: RouteModule {
  var routes: Routes {
    Route(UnsafeConnection.open) { Service<any Draft>(); Singleton() }  // error: make its type Sendable, or remove the lifetime
    Route(UnsafeConnection.connect(store:)) { Service<any Draft>(); Scoped(to: MisusedSession.self) }  // error: make its type Sendable, or remove the lifetime
    Route(UnsafeConnection.self) { Service<any Draft>(); Singleton() } make: { try await UnsafeConnection.open() }  // error: make its type Sendable, or remove the lifetime
    Route(UnsafeConnection.self) { Service<any Draft>(); Singleton() } make: { routes in try await UnsafeConnection.connect(store: routes(.notes)) }  // error: make its type Sendable, or remove the lifetime
  }
}
struct AdapterAcrossKinds: RouteModule { var routes: Routes { Adapter(View<any RequiredEditorInput>(), for: Service<any NoteStore>()) } }  // error: an adapter connects two tokens of one kind
func configuringOffMain(_ registry: Registry) throws { _ = try registry.router(to: RoutableViewModule<any EditorModuleConfig>())?.makeDestination(as: RoutableView<any EditorInput>()) }  // error:
func serviceOfAViewModule(_ router: ModuleViewRouter<any EditorModuleConfig>) throws { _ = try router.makeDestination(as: RoutableService<any NoteStore>()) }  // error:
@MainActor final class Holder { @Routed(.editor) var editor }
func leavingTheMainActor(_ holder: Holder) async { let wrapper = await holder.$editor; _ = wrapper }  // error:
final class NotSendableValue: Sendable { let draft = Routed(RoutableService<any Draft>()) }  // error:
struct OverriddenDraft: Sendable { var load: @Sendable (String) throws -> Int }
extension RoutableService<OverriddenDraft> { static var overriddenDraft: Self { declared() } }
func misspelledMember(_ registry: Registry) throws { _ = try registry.overriding { Overrides(.overriddenDraft, \.laod) { _ in 1 } } }  // error: has no member 'laod'
func memberOfAnotherType(_ registry: Registry) throws { _ = try registry.overriding { Overrides(.overriddenDraft, \.load) { "text" } } }  // error:
func misspelledOverride(_ registry: Registry) throws { _ = try registry.overriding { Overrides(.overridenDraft, \.load) { _ in 1 } } }  // error: has no member 'overridenDraft'
func wholeOfAnotherType(_ registry: Registry) throws { _ = try registry.overriding { Overrides(.overriddenDraft, with: "text") } }  // error:
// Closures of a service's route that use the main actor, or capture a value that isn't Sendable.
@MainActor final class Sketch { var lines = 0; init() {} }
final class Tally { var count = 0 }
extension RoutableService<Sketch> { static var sketch: Self { declared() } }
struct MainActorValueInAService: RouteModule { var routes: Routes { Route({ Sketch() }) { Service(.sketch) } } }  // error:
struct ViewInAService: RouteModule { var routes: Routes { Route(MemoryStore.self) { Service(.notes) } make: { _ = try $0(View(.editor)); return MemoryStore() } } }  // error:
struct CapturedReference: RouteModule { let tally: Tally; var routes: Routes { Route(MemoryStore.self) { Service(.notes) } make: { [tally] in tally.count += 1; return MemoryStore() } } }  // error:
struct PreparationOnTheMainActor: RouteModule { let sketch: Sketch; var routes: Routes { Route(MemoryStore.init) { Service(.notes) } prepare: { _, _ in sketch.lines += 1 } } }  // error:
struct DecoratorOnTheMainActor: RouteModule { let sketch: Sketch; var routes: Routes { Decorates(Service(.notes)) { sketch.lines += 1; return $0 } } }  // error:
