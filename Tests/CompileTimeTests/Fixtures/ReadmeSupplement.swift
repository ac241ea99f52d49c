// What README leaves out for brevity.

import Waymark

protocol NoteStore: Sendable { func titles() -> [String] }
@MainActor protocol EditorInput: AnyObject {}
protocol TimeSource: Sendable {}
extension RoutableService<any TimeSource> { static var timeSource: Self { declared() } }

final class FileStore: NoteStore {
  init(time: any TimeSource) {}
  func titles() -> [String] { [] }
}
struct FixedStore: NoteStore { func titles() -> [String] { ["one"] } }

@MainActor final class Editor: EditorInput {
  init(store: any NoteStore) {}
}

struct SystemTime: TimeSource {}
struct TimeModule: RouteModule {
  var routes: Routes {
    Route(SystemTime.init) { Service(.timeSource) }
  }
}
