import Waymark
import WaymarkSystem

/// The screen that lists the meetings.
@MainActor final class MeetingListModel {
  private(set) var meetings: [Meeting] = []
  private(set) var alert: String?
  private var saving: Task<Void, Never>?

  @Routed(.dataClient) private var data
  @Routed(.continuousClock) private var clock
  @Routed(.newUUID) private var newID

  func load() async {
    do {
      meetings = try await data.load()
    } catch {
      alert = "The meetings could not be loaded."
    }
  }

  func add(title: String, attendees: [String]) {
    meetings.append(Meeting(id: newID(), title: title, attendees: attendees, seconds: 300))
    saveLater()
  }

  /// Saves the meetings when nothing has changed for a second.
  private func saveLater() {
    saving?.cancel()
    saving = Task { [data, clock] in
      guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
      try? await data.save(meetings)
    }
  }
}

extension RoutableView<MeetingListModel> { static var meetingList: Self { declared() } }

/// The screens of the application, for which other modules provide the clients.
struct MeetingsModule: RouteModule {
  var routes: Routes {
    Route(MeetingListModel.init) { View(.meetingList) }
  }
}
