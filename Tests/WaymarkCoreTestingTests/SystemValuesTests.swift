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

  @Test func `all requests share a counter`() throws {
    try withRegistry(overriding: { Overrides(.newUUID, with: .incrementing) }) {
      _ = try Registry.current(.newUUID)()
      #expect(try Registry.current(.newUUID)().uuidString.hasSuffix("0001"))
    }
  }

  @Test func `a counter has hexadecimal digits`() {
    let newID = NewID.incrementing
    let ids = (0...0x1FF).map { _ in newID().uuidString }
    #expect(ids.last == "00000000-0000-0000-0000-0000000001FF" && Set(ids).count == 0x200)
  }

  @Test func `constants stay the same`() {
    let id = UUID()
    let newID = NewID.constant(id)
    #expect(newID() == id && newID() == id)
    let now = Now.constant(Date(timeIntervalSince1970: 1))
    #expect(now() == now())
  }

  @Test func `random identifiers of version 4 follow their seed`() {
    let (first, second, other) = (NewID.seeded(7), NewID.seeded(7), NewID.seeded(8))
    let ids = (0..<100).map { _ in first() }
    #expect(ids == (0..<100).map { _ in second() } && Set(ids).count == 100)
    #expect(!ids.contains(other()))
    for id in ids {
      let digits = Array(id.uuidString)
      #expect(digits[14] == "4" && "89AB".contains(digits[19]))
    }
  }

  @Test func `random numbers follow their seed`() {
    let numbers = [RandomNumbers.seeded(3), RandomNumbers.seeded(3)].map { random in
      random { generator in (0..<10).map { _ in Int.random(in: 1...6, using: &generator) } }
    }
    #expect(numbers[0] == numbers[1])
  }

  @Test func `a date follows a clock`() async {
    let clock = TestClock()
    let now = Now.following(clock, from: Date(timeIntervalSince1970: 100))
    await clock.advance(by: .milliseconds(2500))
    #expect(now() == Date(timeIntervalSince1970: 102.5))
  }
}
