// What newcomers write, and what must not compile. Each marked line gets an error that contains the text.
import Waymark

struct MisusedRequest: RouteScope { let path: String }
final class Queue: Draft, Sendable {
  let text = ""
  func begin() {}
}
struct Settings { var number = 0 }
final class Room: Draft {
  let text = ""
  init(store: any NoteStore, settings: Settings) {}
}
extension RoutableServices<any Draft> { static var drafts: Self { declared() } }
extension RoutableViewModule<any EditorModuleConfig> { static var editorModule: Self { declared() } }

struct MisspelledNames: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Service(\.ntoes) }  // error: no visible extension of Routables declares this name as a service
    Route(Editor.self) { View(\.editr) }  // error: no visible extension of Routables declares this name as a view
    Route(MemoryStore.self) { Service(.notes) } make: { try $0(\.ntoes) }  // error: no visible extension of Routables declares this name
    Adapter(View(\.editr), for: View(.editor))  // error: no visible extension of Routables declares this name as a view
  }
}
struct MisspelledConfiguration: RouteModule {
  var routes: Routes {
    Route(Editor.self, configuration: EditorConfiguration.init) { ViewModule(\.editrModule) } make: { _, _ in Editor() }  // error: no visible extension of Routables declares this name as a view's configuration
  }
}
struct NameOfACollection: RouteModule {
  var routes: Routes {
    Route(PlainDraft.self) { Service(.drafts) } make: { PlainDraft() }  // error: or Contributes(to: …)
  }
}
struct ContributionToAService: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Contributes(to: .notes) }  // error: conform to 'CollectionToken'
  }
}
struct TypeInPlaceOfAToken: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Service((any NoteStore).self) }  // error: write a name, as in Service(.editor)
  }
}
struct ScopedToAValue: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Service(.notes); Scoped(to: MisusedRequest(path: "/")) }  // error: pass the type of the scope, as in Scoped(to: Session.self)
  }
}
struct EntryThatIsNone: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Service(.notes); MemoryStore() }  // error: this is not an entry of a route
  }
}
struct MisspelledStart: RouteModule {
  var routes: Routes {
    Route(Queue.init) { Service<any Draft>(); Singleton(); Starting { $0.bgein() } }  // error: cannot infer type of closure parameter '$0'
  }
}
// A mistake in an entry is the first error, for each form of a route.
final class Pipe: Draft, Sendable {
  let text = ""
  static func open() async -> Pipe { Pipe() }
}
struct MistakeOfAnInitializer: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Service(.notes); Identifier(1) }  // error: cannot convert value of type 'Int'
  }
}
struct MistakeOfAViewsInitializer: RouteModule {
  var routes: Routes {
    Route(StoredEditor.init(store:time:)) { View(.editor); Identifier(1) }  // error: cannot convert value of type 'Int'
  }
}
struct MistakeOfAType: RouteModule {
  var routes: Routes {
    Route(Editor.self) { View(.editor); Identifier(1) }  // error: cannot convert value of type 'Int'
  }
}
struct MistakeOfAClosure: RouteModule {
  var routes: Routes {
    Route(Editor.self) { View(.editor); Identifier(1) } make: { Editor() }  // error: cannot convert value of type 'Int'
  }
}
struct MistakeOfAClosureWithAResolver: RouteModule {
  var routes: Routes {
    Route(Editor.self) { View(.editor); Identifier(1) } make: { _ in Editor() }  // error: cannot convert value of type 'Int'
  }
}
struct MistakeOfAnAsynchronousFunction: RouteModule {
  var routes: Routes {
    Route(Pipe.open) { Service<any Draft>(); Singleton(); Identifier(1) }  // error: cannot convert value of type 'Int'
  }
}
struct MistakeOfAConfiguration: RouteModule {
  var routes: Routes {
    Route(Editor.self, configuration: EditorConfiguration.init) { ViewModule<any EditorModuleConfig>(); Identifier(1) } make: { _, _ in Editor() }  // error: cannot convert value of type 'Int'
  }
}
struct MistakeThatIsNoType: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Service(.notes); .singleton }  // error: cannot infer contextual base
  }
}
struct MistakeInAClosure: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Service<any NoteStore>.as { $0.none } }  // error: cannot infer type of closure parameter '$0'
  }
}
struct ConfigurationThatIsNotFirst: RouteModule {
  var routes: Routes {
    Route(Room.init(store:settings:), configuration: Settings.init) { Service<any Draft>() }  // error: the first parameter of the initializer is the configuration
  }
}
struct MisspelledPreparation: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Service(.notes) } prepare: { store, _ in store.naem = "" }  // error: to expected argument type 'Destination.Type'
  }
}
struct MisspelledTypedPreparation: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) { Service(.notes) } prepare: { (store: inout MemoryStore, _) in store.naem = "" }  // error: value of type 'MemoryStore' has no member 'naem'
  }
}
struct Instance: RouteModule {
  let store: MemoryStore
  var routes: Routes {
    Route(store) { Service(.notes) }  // error: a route declares how instances are made, so pass the type or its initializer
  }
}
struct InstanceOfAValue: RouteModule {
  var routes: Routes {
    Route(Settings()) { Service<any Draft>() }  // error: a route declares how instances are made, so pass the type or its initializer
  }
}
struct ModuleType: RouteModule {
  var routes: Routes {
    MisspelledStart.self  // error: this is not a declaration
  }
}
struct MisspelledProperty {
  @Routed(\.ntoes) var notes  // error: no visible extension of Routables declares this name
}
struct MisspelledTypedProperty {
  @Routed(\.ntoes) var notes: any NoteStore  // error: no visible extension of Routables declares this name for the property's type
}
struct PropertyOfAnotherType {
  @Routed(.notes) var draft: any Draft  // error: no visible extension of Routables declares this name for the property's type
}
func request(_ registry: Registry) throws {
  _ = try registry.makeDestination(to: \.ntoes)  // error: no visible extension of Routables declares this name as a service or a view
  _ = try Router.makeDestination(to: \.ntoes)  // error: no visible extension of Routables declares this name as a service or a view
  let typed: any NoteStore = try registry.makeDestination(to: \.ntoes)  // error: no visible extension of Routables declares this name as a service or a view
  _ = try registry.makeDestination(to: .drafts)  // error: request a collection with makeDestinations(of:)
  _ = try registry.makeDestination(to: .editorModule)  // error: and a configuration with router(to:)
  _ = registry.contributions(to: \.ntoes)  // error: 'UndeclaredName' conform to 'CollectionToken'
  _ = typed
}
@MainActor func show(_ registry: Registry, from window: any RouteSource) async throws {
  _ = try registry.perform(to: \.editr, path: .push(from: window))  // error: no visible extension of Routables declares this name as a view
  _ = try Router.perform(to: .notes, path: .push(from: window))  // error: and only views are shown
  let answer: Int? = try await registry.ask(.notes, path: .push(from: window)) { _, answer in answer(1) }  // error: and only views are shown
  let other = try await Router.ask(\.editr, path: .push(from: window), for: Int.self) { _, answer in answer(1) }  // error: and only views are shown
  _ = (answer, other)
}
