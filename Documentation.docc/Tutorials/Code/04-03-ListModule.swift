import Waymark

typealias Editors = ModuleViewRouter<any EditorConfig>

@MainActor final class NoteList: ListInput {
  private let store: any NoteStore
  private let editors: Editors

  init(store: any NoteStore, editors: Editors) {
    self.store = store
    self.editors = editors
  }

  func lines() -> [String] {
    store.notes().map(\.title)
  }

  func edit(_ title: String) throws {
    let editor = try editors.makeDestination(
      as: RoutableView(.editor)
    ) { $0.title = title }
    print(editor.text)
  }
}

struct ListModule: RouteModule {
  var routes: Routes {
    Route(NoteList.init(store:editors:)) {
      View(.list)
      EntryPoint()
    }
  }
}
