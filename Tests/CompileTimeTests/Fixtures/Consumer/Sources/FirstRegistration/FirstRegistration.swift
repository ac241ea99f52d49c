// The first registration of an application, as it compiles without a warning with all settings: two language modes, two
// default isolations, and with or without `InferSendableFromCaptures`. The manifest has a target for each combination.
import Waymark

nonisolated protocol PageStore: Sendable { func pages() -> [String] }

@MainActor protocol PageInput: AnyObject { var text: String { get set } }

extension RoutableService<any PageStore> { static var pageStore: Self { declared() } }
extension RoutableView<any PageInput> { static var page: Self { declared() } }

nonisolated struct MemoryPages: PageStore { func pages() -> [String] { ["first page"] } }

@MainActor final class Page: PageInput {
  var text: String
  init(store: any PageStore) { text = store.pages().first ?? "" }
}

struct NotebookModule: RouteModule {
  var routes: Routes {
    // References to the initializers would be warnings in Swift 5 mode without `InferSendableFromCaptures`.
    Route({ MemoryPages() }) {
      Service(.pageStore)
      Singleton()
    }
    Route({ Page(store: $0) }) { View(.page) }
  }
}

@MainActor final class Shelf { @Routed(.page) var page }

/// Code on any thread that uses the service.
nonisolated func firstPage(of registry: Registry) throws -> String? {
  try registry.makeDestination(to: .pageStore).pages().first
}

/// Returns the text of the page, as the application's code requests it in three ways.
@MainActor public func texts() throws -> [String] {
  let registry = try Registry { NotebookModule() }
  return try Registry.withCurrent(registry) {
    [try Router.makeDestination(to: .page).text, Shelf().page.text, try firstPage(of: registry) ?? ""]
  }
}
