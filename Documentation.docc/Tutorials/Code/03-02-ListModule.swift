import Waymark

@MainActor final class NoteList: ListInput {
  private let store: any NoteStore

  init(store: any NoteStore) {
    self.store = store
  }

  func lines() -> [String] {
    store.notes().map(\.title)
  }

  func edit(_ title: String) throws {}
}

struct ListModule: RouteModule {
  var routes: Routes {
    Route(NoteList.init(store:)) {
      View(.list)
      EntryPoint()
    }
  }
}
