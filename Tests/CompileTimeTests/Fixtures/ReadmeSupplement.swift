// What README leaves out for brevity.

import Waymark

protocol TimeSource: Sendable {}
extension Routables { var timeSource: RoutableService<any TimeSource> { declared() } }

struct SystemTime: TimeSource {}

final class FileStore: NoteStore {
  init(time: any TimeSource) {}
  func titles() -> [String] { [] }
}
