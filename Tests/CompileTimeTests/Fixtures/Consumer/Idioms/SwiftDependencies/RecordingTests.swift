import Clocks
import Dependencies
import DependenciesTestSupport
import Foundation
import Testing

@testable import Meetings

@MainActor
@Suite(
  .dependencies {
    $0.uuid = .incrementing
    $0.date = .constant(Date(timeIntervalSince1970: 0))
    $0.dataClient.load = { [] }
    $0.dataClient.save = { _ in }
    $0.soundClient.play = {}
  })
struct RecordingTests {
  private let clock = TestClock()

  private var meeting: Meeting {
    Meeting(id: UUID(), title: "Plans", attendees: ["Ann", "Ben", "Cid"], seconds: 6)
  }

  @Test(arguments: 1...100) func `a meeting ends when its time is over`(run: Int) async throws {
    let (plays, saved) = (Recorded(0), Recorded<[Meeting]>([]))
    await withDependencies {
      $0.continuousClock = clock
      $0.speechClient.authorize = { false }
      $0.soundClient.play = { plays.change { $0 += 1 } }
      $0.dataClient.save = { meetings in saved.change { $0 = meetings } }
    } operation: {
      let model = RecordingModel(meeting: meeting)
      let recording = Task { await model.record() }
      await clock.advance(by: .seconds(2))
      #expect(model.secondsElapsed == 2 && model.speaker == "Ben")
      await clock.advance(by: .seconds(3))
      #expect(model.secondsElapsed == 5 && model.speaker == "Cid" && !model.isFinished)
      await clock.run()
      await recording.value
      #expect(model.isFinished && model.alert == nil)
      #expect(plays.value == 3)
      let transcript = Transcript(
        id: UUID(uuidString: "00000000-0000-0000-0000-000000000000")!, date: Date(timeIntervalSince1970: 0),
        text: "")
      #expect(saved.value.map(\.transcripts) == [[transcript]])
    }
  }

  @Test(arguments: 1...100) func `speech is saved`(run: Int) async throws {
    await withDependencies {
      $0.continuousClock = clock
      $0.speechClient.authorize = { true }
      $0.speechClient.transcribe = {
        AsyncThrowingStream { stream in
          stream.yield("First")
          stream.yield("First, the budget")
        }
      }
    } operation: {
      let model = RecordingModel(meeting: meeting)
      let recording = Task { await model.record() }
      while model.text != "First, the budget" { await Task.yield() }
      await clock.run()
      await recording.value
      #expect(model.meeting.transcripts.map(\.text) == ["First, the budget"])
    }
  }

  @Test(arguments: 1...100) func `a meeting continues without speech recognition`(run: Int) async throws {
    await withDependencies {
      $0.continuousClock = clock
      $0.speechClient.authorize = { true }
      $0.speechClient.transcribe = { .finished(throwing: CancellationError()) }
    } operation: {
      let model = RecordingModel(meeting: meeting)
      let recording = Task { await model.record() }
      while model.alert == nil { await Task.yield() }
      await clock.advance(by: .seconds(1))
      #expect(model.alert == "The speech could not be recorded." && !model.isFinished)
      await clock.run()
      await recording.value
      #expect(model.secondsElapsed == 6 && model.isFinished)
    }
  }

  @Test(
    .dependencies {
      $0.continuousClock = ImmediateClock()
      $0.speechClient.authorize = { false }
      $0.dataClient.save = { _ in throw CancellationError() }
    }, arguments: 1...100)
  func `a meeting that can't be saved shows an alert`(run: Int) async {
    let model = RecordingModel(meeting: meeting)
    await model.record()
    #expect(model.alert == "The meeting could not be saved.")
  }

  @Test(arguments: 1...100) func `the last speaker ends the meeting`(run: Int) async {
    let model = RecordingModel(meeting: meeting)
    for speaker in ["Ben", "Cid"] {
      await model.skipToNextSpeaker()
      #expect(model.speaker == speaker)
    }
    await model.skipToNextSpeaker()
    #expect(model.isFinished)
  }

  @Test func `a forgotten endpoint fails the test`() async {
    await withKnownIssue {
      await withDependencies {
        $0.continuousClock = ImmediateClock()
      } operation: {
        await RecordingModel(meeting: meeting).record()
      }
    } matching: { issue in
      issue.comments.description.contains("SpeechClient.authorize")
    }
  }
}
