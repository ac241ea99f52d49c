import Foundation
import Testing
import Waymark
import WaymarkSystem
import WaymarkTesting

@testable import Meetings

@MainActor
@Suite(
  .registry(isolating: MeetingsModule()),
  .overriding {
    Overrides(.continuousClock, with: ImmediateClock())
    Overrides(.newUUID, with: .incrementing)
  })
struct MeetingListTests {
  @Test(.overriding { Overrides(.dataClient, \.load) { [] } }, arguments: 1...100)
  func `an empty list is loaded`(run: Int) async throws {
    let list = try Registry.current(.meetingList)
    await list.load()
    #expect(list.meetings.isEmpty && list.alert == nil)
  }

  @Test(.overriding { Overrides(.dataClient, \.load) { throw CancellationError() } }, arguments: 1...100)
  func `an error shows an alert`(run: Int) async throws {
    let list = try Registry.current(.meetingList)
    await list.load()
    #expect(list.alert == "The meetings could not be loaded.")
  }

  @Test(arguments: 1...100) func `meetings are saved after a second without changes`(run: Int)
    async throws
  {
    let (clock, saves) = (TestClock(), Recorded<[[String]]>([]))
    try await withRegistry(overriding: {
      Overrides(.continuousClock, with: clock)
      Overrides(.dataClient, \.save) { meetings in saves.change { $0.append(meetings.map(\.title)) } }
    }) {
      let list = try Registry.current(.meetingList)
      list.add(title: "Plans", attendees: ["Ann"])
      await clock.advance(by: .milliseconds(500))
      list.add(title: "Budget", attendees: ["Ben"])
      await clock.advance(by: .milliseconds(500))
      #expect(saves.value == [])
      await clock.advance(by: .milliseconds(500))
      #expect(saves.value == [["Plans", "Budget"]])
      #expect(list.meetings.map(\.id.uuidString.last) == ["0", "1"])
    }
  }
}
