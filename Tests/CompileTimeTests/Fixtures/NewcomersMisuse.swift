// What newcomers write, and what must not compile. Each marked line gets an error that contains the text.
import Waymark

struct MisusedRequest: RouteScope { let path: String }
final class Queue: Draft, Sendable { let text = ""; func begin() {} }
struct Settings { var number = 0 }
final class Ledger: Draft { let text = ""; var total = 0; init(settings: Settings) {} }
final class Scratch: Draft { var text = ""; init() {}; func clear() { text = "" } }
final class Room: Draft { let text = ""; init(store: any NoteStore, settings: Settings) {} }
extension RoutableServices<any Draft> { static var drafts: Self { declared() } }
extension RoutableViewModule<any EditorModuleConfig> { static var editorModule: Self { declared() } }

struct ChatSettings { var number = 0 }
extension RoutableServiceModule<ChatSettings> { static var chatSettings: Self { declared() } }

struct MisspelledNames: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service(.ntoes) } } }  // error: type 'RoutableService<Protocol>' has no member 'ntoes'
struct MisspelledNamesAgain: RouteModule { var routes: Routes { Route(Editor.self) { View(.editr) } } }  // error: type 'RoutableView<Protocol>' has no member 'editr'
struct MisspelledNamesOnceMore: RouteModule { var routes: Routes { Route(StoredEditor.init(store:time:)) { View(.editr); Singleton() } } }  // error: type 'RoutableView<Protocol>' has no member 'editr'
struct MisspelledNamesAtLast: RouteModule { var routes: Routes { Route(MemoryStore.self) { Service(.ntoes) } make: { _ in MemoryStore() } } }  // error: type 'RoutableService<Protocol>' has no member 'ntoes'
struct MisspelledNameInAResolver: RouteModule { var routes: Routes { Route(MemoryStore.self) { Service(.notes) } make: { try $0(.ntoes) } } }  // error: in reference to member 'ntoes'
struct MisspelledAdapters: RouteModule { var routes: Routes { Adapter(View(.editr), for: View(.editor)) } }  // error: type 'RoutableView<Protocol>' has no member 'editr'
struct MisspelledAdaptersAgain: RouteModule { var routes: Routes { Adapter(.editr, for: .editor) } }  // error: type 'RoutableView<Required>' has no member 'editr'
struct MisspelledAdaptersOnceMore: RouteModule { var routes: Routes { Adapter(.editor, for: .editr) } }  // error: type 'RoutableView<Provided>' has no member 'editr'
struct MisspelledAdaptersAtLast: RouteModule { var routes: Routes { Adapter(.requiredEdtior, for: .editor) { HeadingEditor($0) } } }  // error: type 'RoutableView<HeadingEditor>' has no member 'requiredEdtior'
struct AdapterOfAnotherType: RouteModule { var routes: Routes { Adapter(View<any RequiredEditorInput>(), for: View(.editor)) { $0 } } }  // error: to closure result type 'any RequiredEditorInput'
struct MisspelledDecorator: RouteModule { var routes: Routes { Decorates(.ntoes) { $0 } } }  // error: type 'RoutableService<Requested>' has no member 'ntoes'
struct MisspelledDecoratorAgain: RouteModule { var routes: Routes { Decorates(.ntoes, with: Memo.init(inner:)) } }  // error: type 'RoutableService<Memo>' has no member 'ntoes'
final class Memo: NoteStore { init(inner: any NoteStore) {}; func all() -> [Note] { [] } }
struct MisspelledConfiguration: RouteModule { var routes: Routes { Route(Editor.self, configuration: EditorConfiguration.init) { ViewModule(.editrModule) } make: { _, _ in Editor() } } }  // error: type 'RoutableViewModule<Protocol>' has no member 'editrModule'
struct MisspelledConfigurationAgain: RouteModule { var routes: Routes { Route(MemoryStore.self, configuration: ChatSettings.init) { ServiceModule(.chatSetings) } make: { _, _ in MemoryStore() } } }  // error: type 'RoutableServiceModule<Protocol>' has no member 'chatSetings'
struct MisspelledRequirements: RouteModule { var routes: Routes { Route(MemoryStore.init) { Requires(.ntoes) } } }  // error: type 'DeclaredName' has no member 'ntoes'
struct MisspelledRequirementsAgain: RouteModule { var routes: Routes { Route(MemoryStore.self) { Service(.notes); Requires(.ntoes) } make: { MemoryStore() } } }  // error: type 'DeclaredName' has no member 'ntoes'
struct MisspelledRequirementsOnceMore: RouteModule { var routes: Routes { Route(PlainDraft.self) { Contributes(to: .drfts) } make: { PlainDraft() } } }  // error: type 'DeclaredName' has no member 'drfts'
// In an entry after the first one, where the route is declared by its initializer, the compiler reports the initializer.
struct MisspelledTakes: RouteModule { var routes: Routes { Route(Room.init(store:settings:)) { Service<any Draft>(); Takes(.ntoes) } } }  // error: to expected argument type 'Destination.Type'
struct MisspelledTakesAgain: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service(.notes); Requires(.ntoes) } } }  // error: to expected argument type 'Destination.Type'
struct NamesOfOtherKinds: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service(.editor) } } }  // error: type 'RoutableService<Protocol>' has no member 'editor'
struct NamesOfOtherKindsAgain: RouteModule { var routes: Routes { Route(Editor.self) { View(.notes) } } }  // error: type 'RoutableView<Protocol>' has no member 'notes'
struct NamesOfOtherKindsOnceMore: RouteModule { var routes: Routes { Route(PlainDraft.self) { Service(.drafts) } make: { PlainDraft() } } }  // error: type 'RoutableService<Protocol>' has no member 'drafts'
struct NamesOfOtherKindsAtLast: RouteModule { var routes: Routes { Route(MemoryStore.init) { Contributes(to: .notes) } } }  // error: type 'DeclaredName' has no member 'notes'
struct TypeInPlaceOfAToken: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service((any NoteStore).self) } } }  // error: to expected argument type 'RoutableService<Protocol>'
struct ScopedToAValue: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service(.notes); Scoped(to: MisusedRequest(path: "/")) } } }  // error: pass the type of the scope, as in Scoped(to: Session.self)
struct EntryThatIsNone: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service(.notes); MemoryStore() } } }  // error: this is not an entry of a route
struct MisspelledStart: RouteModule { var routes: Routes { Route(Queue.init) { Service<any Draft>(); Singleton(); Starting { $0.bgein() } } } }  // error: cannot infer type of closure parameter '$0'
// A mistake in an entry is the first error, for each form of a route.
final class Pipe: Draft, Sendable { let text = ""; static func open() async -> Pipe { Pipe() } }
struct MistakeOfAnInitializer: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service(.notes); Identifier(1) } } }  // error: cannot convert value of type 'Int'
struct MistakeOfAViewsInitializer: RouteModule { var routes: Routes { Route(StoredEditor.init(store:time:)) { View(.editor); Identifier(1) } } }  // error: cannot convert value of type 'Int'
struct MistakeOfAType: RouteModule { var routes: Routes { Route(Editor.self) { View(.editor); Identifier(1) } } }  // error: cannot convert value of type 'Int'
struct MistakeOfAClosure: RouteModule { var routes: Routes { Route(Editor.self) { View(.editor); Identifier(1) } make: { Editor() } } }  // error: cannot convert value of type 'Int'
struct MistakeOfAClosureWithAResolver: RouteModule { var routes: Routes { Route(Editor.self) { View(.editor); Identifier(1) } make: { _ in Editor() } } }  // error: cannot convert value of type 'Int'
struct MistakeOfAnAsynchronousFunction: RouteModule { var routes: Routes { Route(Pipe.open) { Service<any Draft>(); Singleton(); Identifier(1) } } }  // error: cannot convert value of type 'Int'
struct MistakeOfAConfiguration: RouteModule { var routes: Routes { Route(Editor.self, configuration: EditorConfiguration.init) { ViewModule<any EditorModuleConfig>(); Identifier(1) } make: { _, _ in Editor() } } }  // error: cannot convert value of type 'Int'
struct MistakeThatIsNoType: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service(.notes); .singleton } } }  // error: cannot infer contextual base
struct MistakeInAClosure: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service<any NoteStore>.as { $0.none } } } }  // error: cannot infer type of closure parameter '$0'
struct TooManyEntries: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service(.notes); Identifier("a"); Identifier("b"); Identifier("c"); Identifier("d"); Identifier("e"); Identifier("f"); Identifier("g"); Identifier("h"); Identifier("i"); Identifier("j"); Identifier("k"); Identifier("l"); Identifier("m"); Identifier("n"); Identifier("o"); Identifier("p"); Identifier("q"); Identifier("r"); Identifier("s"); Identifier("t") } } }  // error: a block has at most 20 entries
struct ConfigurationThatIsNotFirst: RouteModule { var routes: Routes { Route(Room.init(store:settings:), configuration: Settings.init) { Service<any Draft>() } } }  // error: the first parameter of the initializer is the configuration
struct UnsafeKeptByKey: RouteModule { var routes: Routes { Route(Ledger.init(settings:), configuration: Settings.self) { Service<any Draft>(); Kept(by: \Settings.number) } } }  // error: its service with Kept(by:) is Sendable
struct UnsafeStop: RouteModule { var routes: Routes { Route(Scratch.init) { View<any Draft>(); Singleton(); Stopping { $0.clear() } } } }  // error: type 'Scratch' does not conform to the 'Sendable' protocol
struct MisspelledPreparation: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service(.notes) } prepare: { store, _ in store.naem = "" } } }  // error: to expected argument type 'Destination.Type'
struct MisspelledTypedPreparation: RouteModule { var routes: Routes { Route(MemoryStore.init) { Service(.notes) } prepare: { (store: inout MemoryStore, _) in store.naem = "" } } }  // error: value of type 'MemoryStore' has no member 'naem'
struct Instance: RouteModule { let store: MemoryStore; var routes: Routes { Route(store) { Service(.notes) } } }  // error: a route declares how instances are made, so pass the type or its initializer
struct InstanceOfAValue: RouteModule { var routes: Routes { Route(Settings()) { Service<any Draft>() } } }  // error: a route declares how instances are made, so pass the type or its initializer
struct ModuleType: RouteModule { var routes: Routes { MisspelledStart.self } }  // error: this is not a declaration
struct MisspelledProperty { @Routed(.ntoes) var notes }  // error: type 'DeclaredName' has no member 'ntoes'
struct MisspelledTypedProperty { @Routed(.ntoes) var notes: any NoteStore }  // error: type 'DeclaredName' has no member 'ntoes'
@MainActor struct MisspelledView { @Routed(.editr) var editor: any EditorInput }  // error: type 'DeclaredName' has no member 'editr'
struct KeyPathAsName { @Routed(\.notes) var notes: any NoteStore }  // error: write the name without a backslash, as in @Routed(.store)
struct KeyPathAsNameOfAnOptional { @Routed(\.notes) var notes: (any NoteStore)? }  // error: write the name without a backslash, as in @Routed(.store)
struct ConvertedWithoutConformance: RouteModule { var routes: Routes { Route(Settings.init) { Service(.notes).as { $0 } } } }  // error: the destination doesn't conform to the type of this token: conform it, or return a value that does from the closure of .as { … }
struct ConvertedFromTypeWithoutConformance: RouteModule { var routes: Routes { Route(Settings.self) { Service(.notes).as { $0 } } make: { Settings() } } }  // error: the destination doesn't conform to the type of this token
struct ViewConvertedWithoutConformance: RouteModule { var routes: Routes { Route(FramedView.init) { View(.editor).as { $0 } } } }  // error: the destination doesn't conform to the type of this token
struct MisspelledOptional { @Routed(.ntoes) var notes: (any NoteStore)? }  // error: type 'DeclaredName' has no member 'ntoes'
struct MisspelledCollection { @Routed(.drfts) var drafts: [any Draft] }  // error: reference to member 'drfts'
struct PropertyOfAnotherType { @Routed(.notes) var draft: any Draft }  // error: no exact matches in call to initializer
final class MisspelledConstant: Sendable { let notes = Routed(.ntoes) }  // error: type 'DeclaredName' has no member 'ntoes'
func request(_ registry: Registry, _ resolver: Resolver) throws {
  _ = try registry(.ntoes)  // error: type 'DeclaredName' has no member 'ntoes'
  _ = try resolver(.ntoes)  // error: type 'DeclaredName' has no member 'ntoes'
  _ = try registry.makeDestination(to: .ntoes)  // error: type 'DeclaredName' has no member 'ntoes'
  _ = try registry.makeDestination(to: .ntoes) { $0.name = "" }  // error: type 'RoutableService<Requested>' has no member 'ntoes'
  _ = try Router.makeDestination(to: .ntoes)  // error: type 'DeclaredName' has no member 'ntoes'
  _ = Router.to(.ntoes)  // error: type 'DeclaredName' has no member 'ntoes'
  _ = registry.router(to: .ntoes)  // error: type 'DeclaredName' has no member 'ntoes'
  let typed: any NoteStore = try registry.makeDestination(to: .ntoes)  // error: type 'RoutableService<any NoteStore>' has no member 'ntoes'
  let other: any Draft = try registry(.notes)  // error: value of type 'any NoteStore' does not conform to specified type 'Draft'
  _ = try registry.makeDestination(to: .drafts)  // error: type 'DeclaredName' has no member 'drafts'
  _ = try registry.makeDestination(to: .editorModule)  // error: type 'DeclaredName' has no member 'editorModule'
  _ = registry.contributions(to: .drfts)  // error: reference to member 'drfts'
  _ = registry.contributions(to: .notes)  // error: reference to member 'notes'
  _ = try registry.makeDestinations(of: .drfts)  // error: type 'DeclaredName' has no member 'drfts'
  _ = (typed, other)
}
@MainActor func show(_ registry: Registry, from window: any RouteSource) async throws {
  _ = try registry.perform(to: .editr, path: .push(from: window))  // error: type 'any Routable' has no member 'editr'
  _ = try registry.perform(to: .editr, path: .push(from: window)) { $0.onSuccess = { _ in } }  // error: type 'any Routable' has no member 'editr'
  _ = try registry.perform(to: .editrModule, path: .push(from: window)) { module, _ in module.note = nil }  // error: type 'RoutableViewModule<Module>' has no member 'editrModule'
  _ = registry.canPerform(to: .editr, path: .push(from: window))  // error: reference to member 'editr'
  let answer: Int? = try await registry.ask(.notes, path: .push(from: window)) { _, answer in answer(1) }  // error: reference to member 'notes'
  let other = try await Router.ask(.editr, path: .push(from: window), for: Int.self) { _, answer in answer(1) }  // error: reference to member 'editr'
  _ = (answer, other)
}
@MainActor final class FramedView {}
