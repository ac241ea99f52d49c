#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkSystem

@Suite("Test values in place of the system's values", .registry { SystemModule() })
struct SystemValuesTests {
  @Test(
    .overriding {
      Overrides(.currentDate, with: .constant(secondsSince1970: 5))
      Overrides(.newUUID, with: .incrementing)
      Overrides(.randomNumbers, with: .seeded(1))
    }, arguments: 0..<3)
  func `each case has its own values`(_: Int) throws {
    let registry = Registry.current
    #expect(try registry(.currentDate)() == Date(timeIntervalSince1970: 5))
    let newID = try registry(.newUUID)
    let ids = (0..<3).map { _ in newID().uuidString }
    #expect(
      ids == [
        "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
        "00000000-0000-0000-0000-000000000002",
      ])
    // The numbers of SplitMix64, as its authors publish them for this seed.
    #expect(try registry(.randomNumbers).next() == 0x910A_2DEC_8902_5CC1)
  }

  @Test func `a date follows a clock`() async {
    let clock = TestClock()
    let now = Now.following(clock, from: Date(timeIntervalSince1970: 100))
    await clock.advance(by: .milliseconds(2500))
    #expect(now() == Date(timeIntervalSince1970: 102.5))
  }
}
