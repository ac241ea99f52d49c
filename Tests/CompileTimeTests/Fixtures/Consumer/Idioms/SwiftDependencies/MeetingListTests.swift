import Clocks
import Dependencies
import DependenciesTestSupport
import Foundation
import Testing

@testable import Meetings

@MainActor
@Suite(
  .dependencies {
    $0.continuousClock = ImmediateClock()
    $0.uuid = .incrementing
  })
struct MeetingListTests {
  @Test(.dependencies { $0.dataClient.load = { [] } }, arguments: 1...100)
  func `an empty list is loaded`(run: Int) async throws {
    let list = MeetingListModel()
    await list.load()
    #expect(list.meetings.isEmpty && list.alert == nil)
  }

  @Test(.dependencies { $0.dataClient.load = { throw CancellationError() } }, arguments: 1...100)
  func `an error shows an alert`(run: Int) async throws {
    let list = MeetingListModel()
    await list.load()
    #expect(list.alert == "The meetings could not be loaded.")
  }

  @Test(arguments: 1...100) func `meetings are saved after a second without changes`(run: Int)
    async throws
  {
    let (clock, saves) = (TestClock(), Recorded<[[String]]>([]))
    await withDependencies {
      $0.continuousClock = clock
      $0.dataClient.save = { meetings in saves.change { $0.append(meetings.map(\.title)) } }
    } operation: {
      let list = MeetingListModel()
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
