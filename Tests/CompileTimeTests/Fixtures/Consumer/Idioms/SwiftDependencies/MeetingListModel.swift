import Dependencies

/// The screen that lists the meetings.
@MainActor final class MeetingListModel {
  private(set) var meetings: [Meeting] = []
  private(set) var alert: String?
  private var saving: Task<Void, Never>?

  @Dependency(\.dataClient) private var data
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.uuid) private var newID

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
