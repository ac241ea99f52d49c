import Waymark

/// Keeps pages.
public protocol PageStore: Sendable { func pages() -> [String] }
/// One page.
@MainActor public protocol PageInput: AnyObject { var text: String { get set } }

extension RoutableService<any PageStore> {
  /// Asks for the pages.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableView<any PageInput> {
  /// Asks for a page.
  public init() { self.init(declaredProtocol: Protocol.self) }
}

struct MemoryPages: PageStore { func pages() -> [String] { [] } }

@MainActor final class Page: PageInput {
  var text: String
  init(store: any PageStore) { text = store.pages().first ?? "" }
}

/// Pages, and what keeps them.
public struct NotebookModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The routes.
  public var routes: Routes {
    Route(MemoryPages.init) {
      Service<any PageStore>()
      Singleton()
    }
    Route(Page.init(store:)) {
      View<any PageInput>()
      Waymark.Identifier("page")
      URLPattern("notebook://page")
    }
  }
}
