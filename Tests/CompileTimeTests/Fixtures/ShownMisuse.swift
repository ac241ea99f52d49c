// What must not compile about showing views. Each marked line gets an error, which contains the text if it's
// Waymark's.
import Waymark

struct LeavingAnotherView: RouteModule {
  var routes: Routes {
    Route(Editor.self) { View<any EditorInput>(); Leaves { (draft: PlainDraft) in draft.text.isEmpty ? .proceed : .stay } }  // error: the closure of Leaves takes the destination of its route
  }
}
struct LeavingAnotherViewByItsInitializer: RouteModule {
  var routes: Routes {
    Route(Editor.init) { View<any EditorInput>(); Leaves { (_: MemoryStore) in .proceed } }  // error: the closure of Leaves takes the destination of its route
  }
}
struct LeavingWithAMistake: RouteModule {
  var routes: Routes {
    Route(Editor.self) { View<any EditorInput>(); Leaves { editor in editor.titel.isEmpty ? .proceed : .stay } }  // error:
  }
}
