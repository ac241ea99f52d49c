// What README leaves out for brevity.

import Waymark

protocol TimeSource: Sendable {}
extension RoutableService<any TimeSource> { static var timeSource: Self { declared() } }

struct SystemTime: TimeSource {}

final class FileStore: NoteStore {
  init(time: any TimeSource) {}
  func titles() -> [String] { [] }
}
