// What must not compile about showing views. Each marked line gets an error, which contains the text if it's
// Waymark's.
import Waymark

struct LeavingAnotherView: RouteModule { var routes: Routes { Route(Editor.self) { View<any EditorInput>(); Leaves { (draft: PlainDraft) in draft.text.isEmpty ? .proceed : .stay } } } }  // error: the closure of Leaves takes the destination of its route
struct LeavingAnotherViewByItsInitializer: RouteModule { var routes: Routes { Route(Editor.init) { View<any EditorInput>(); Leaves { (_: MemoryStore) in .proceed } } } }  // error: the closure of Leaves takes the destination of its route
struct LeavingWithAMistake: RouteModule { var routes: Routes { Route(Editor.self) { View<any EditorInput>(); Leaves { editor in editor.titel.isEmpty ? .proceed : .stay } } } }  // error: cannot infer type of closure parameter 'editor'

extension RoutableViewModule<any EditorModuleConfig> { static var shownModule: Self { declared() } }

@MainActor func closuresOfZIKRouter(_ registry: Registry, _ window: any RouteSource) throws {
  try Router.perform(to: .editor, path: .push(from: window)) { config, prepareDestination, _ in  // error: the closure takes one parameter: write { route in route.prepareDestination = { … } }
    config.animated = false
  }
  try registry.perform(to: .editor, path: .push(from: window), configuring: { config, prepare, prepareModule in })  // error: the closure takes one parameter: write { route in route.prepareDestination = { … } }
  try Router.perform(to: .editor, path: .push(from: window)) { editor, route in editor.title = "new" }  // error: the closure takes one parameter: write { route in route.prepareDestination = { … } }
  try registry.perform(to: .editor, path: .push(from: window)) { (editor, route) in route.animated = false }  // error: the closure takes one parameter: write { route in route.prepareDestination = { … } }
  try Router.perform(to: .shownModule, path: .push(from: window)) { config, prepareDestination, prepareModule in }  // error: the closure takes two parameters: write { module, route in … }
}
@MainActor final class ShownEditors {
  var shown: ActiveRoute<Editor>?
  func show(_ registry: Registry, _ window: any RouteSource) throws {
    shown = try registry.perform(to: .editor, path: .push(from: window))  // error: write ActiveRoute<any EditorInput>, with the interface, not with the class of the view
    let other: ActiveRoute<Editor> = try Router.perform(to: .editor, path: .push(from: window))  // error: write ActiveRoute<any EditorInput>, with the interface, not with the class of the view
    _ = other
  }
}
@MainActor func tokensOfAnyType(_ token: any Routable, _ registry: Registry, _ window: any RouteSource) throws {
  try Router.perform(to: token, path: .push(from: window))  // error: write try AnyRouter(to: token, in: registry).perform(path)
  try registry.perform(to: token, path: .push(from: window))  // error: write try AnyRouter(to: token, in: registry).perform(path)
}
@MainActor func shownServices(_ registry: Registry, _ window: any RouteSource) throws {
  try Router.perform(to: .notes, path: .push(from: window))  // error: a service can't be shown: request it with makeDestination(to:)
  try registry.perform(to: .notes, path: .push(from: window))  // error: a service can't be shown: request it with makeDestination(to:)
}
struct ConstantSettings: Sendable { let number: Int; var places: Set<Int> = [] }
struct PatternOfAConstant: RouteModule { var routes: Routes { Route(Editor.self, configuration: { ConstantSettings(number: 1) }) { View<any EditorInput>(); URLPattern(for: ConstantSettings.self, "notes://note/\(\.number)") } make: { _, _ in Editor() } } }  // error: a pattern fills this property from a URL: declare it with var
struct PatternOfASet: RouteModule { var routes: Routes { Route(Editor.self, configuration: { ConstantSettings(number: 1) }) { View<any EditorInput>(); URLPattern(for: ConstantSettings.self, "notes://note/\(\.places)") } make: { _, _ in Editor() } } }  // error: a pattern fills this property from a URL: declare it with var
struct RedirectingToAURL: RouteModule { var routes: Routes { Intercepts { _ in .redirect(to: "notes://login") } } }  // error: write .redirectToURL(…) for a URL
