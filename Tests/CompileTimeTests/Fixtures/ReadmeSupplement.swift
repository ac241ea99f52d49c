// What README leaves out for brevity.

import Waymark

protocol NoteStore: Sendable { func titles() -> [String] }
protocol TimeSource: Sendable {}
extension RoutableService<any TimeSource> { static var timeSource: Self { declared() } }

final class FileStore: NoteStore {
  init(time: any TimeSource) {}
  func titles() -> [String] { [] }
}
struct FixedStore: NoteStore { func titles() -> [String] { ["one"] } }

struct SystemTime: TimeSource {}
struct TimeModule: RouteModule {
  var routes: Routes {
    Route(SystemTime.init) { Service(.timeSource) }
  }
}

final class Drafts: Sendable {
  private let session: Session
  init(session: Session) { self.session = session }
  func titles() -> [String] { ["a draft of \(session.user)"] }
}
extension RoutableService<Drafts> { static var drafts: Self { declared() } }
struct DraftsModule: RouteModule {
  var routes: Routes {
    Route(Drafts.init(session:)) {
      Service(.drafts)
      Scoped(to: Session.self)
    }
  }
}
