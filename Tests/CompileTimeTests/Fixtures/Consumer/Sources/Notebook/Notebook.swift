import Waymark

public protocol PageStore: Sendable { func pages() -> [String] }
@MainActor public protocol PageInput: AnyObject { var text: String { get set } }

extension RoutableService<any PageStore> { public init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any PageInput> { public init() { self.init(declaredProtocol: Protocol.self) } }

struct MemoryPages: PageStore {
  func pages() -> [String] { [] }
}

@MainActor final class Page: PageInput {
  var text: String
  init(store: any PageStore) { text = store.pages().first ?? "" }
}

public struct NotebookModule: RouteModule {
  public init() {}

  public var routes: Routes {
    Route(MemoryPages.init) {
      Service<any PageStore>()
      Singleton()
    }
    Route(Page.init(store:)) {
      View<any PageInput>()
      Identifier("page")
      URLPattern("notebook://page")
    }
  }
}
