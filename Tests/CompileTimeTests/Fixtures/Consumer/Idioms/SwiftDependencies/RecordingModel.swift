import Dependencies

/// The screen that records a meeting.
@MainActor final class RecordingModel {
  private(set) var meeting: Meeting
  private(set) var secondsElapsed = 0
  private(set) var isFinished = false
  private(set) var alert: String?
  private(set) var text = ""

  @Dependency(\.dataClient) private var data
  @Dependency(\.speechClient) private var speech
  @Dependency(\.soundClient) private var sound
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date.now) private var now
  @Dependency(\.uuid) private var newID

  init(meeting: Meeting) { self.meeting = meeting }

  var speaker: String {
    meeting.attendees[min(secondsElapsed / meeting.secondsPerAttendee, meeting.attendees.count - 1)]
  }

  /// Records until the time is over.
  func record() async {
    let speech = Task { await transcribe() }
    while secondsElapsed < meeting.seconds, !isFinished {
      guard (try? await clock.sleep(for: .seconds(1))) != nil else { break }
      guard !isFinished else { break }
      secondsElapsed += 1
      if secondsElapsed.isMultiple(of: meeting.secondsPerAttendee) { await sound.play() }
    }
    speech.cancel()
    await finish()
  }

  func skipToNextSpeaker() async {
    let turn = secondsElapsed / meeting.secondsPerAttendee + 1
    guard turn < meeting.attendees.count else { return await finish() }
    secondsElapsed = turn * meeting.secondsPerAttendee
    await sound.play()
  }

  func finish() async {
    guard !isFinished else { return }
    isFinished = true
    meeting.transcripts.insert(Transcript(id: newID(), date: now, text: text), at: 0)
    do {
      var meetings = try await data.load()
      meetings.removeAll { $0.id == meeting.id }
      try await data.save(meetings + [meeting])
    } catch {
      alert = "The meeting could not be saved."
    }
  }

  private func transcribe() async {
    guard await speech.authorize() else { return }
    do {
      for try await text in speech.transcribe() { self.text = text }
    } catch {
      alert = "The speech could not be recorded."
    }
  }
}
