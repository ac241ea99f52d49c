#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Testing
import WaymarkCore
import WaymarkSystem

@Suite("Fixed values in place of the system's values")
struct SystemValuesTests {
  @Test func `all requests share a counter with hexadecimal digits`() throws {
    let registry = try Registry { SystemModule() }.overriding { Overrides(.newUUID, with: .incrementing) }
    let ids = try (0...0x1FF).map { _ in try registry(.newUUID)().uuidString }
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
    #expect(!ids.contains(other()) && NewID.seeded(1)().uuidString == "910A2DEC-8902-4CC1-BEEB-8DA1658EEC67")
    for id in ids {
      let digits = Array(id.uuidString)
      #expect(digits[14] == "4" && "89AB".contains(digits[19]))
    }
  }

  @Test func `several threads get the identifiers of a seed`() async {
    let (alone, shared) = (NewID.seeded(7), NewID.seeded(7))
    let count = 20_000
    let expected = Set((0..<count).map { _ in alone() })
    let ids = await withTaskGroup(of: [UUID].self) { group in
      for _ in 0..<4 { group.addTask { (0..<count / 4).map { _ in shared() } } }
      return await group.reduce(into: Set<UUID>()) { $0.formUnion($1) }
    }
    #expect(ids == expected)
  }

  @Test func `random numbers follow their seed`() {
    // The numbers of SplitMix64, as its authors publish them for this seed.
    #expect(RandomNumbers.seeded(1).next() == 0x910A_2DEC_8902_5CC1)
    let numbers = [RandomNumbers.seeded(3), RandomNumbers.seeded(3)].map { random in
      random { generator in (0..<10).map { _ in Int.random(in: 1...6, using: &generator) } }
    }
    #expect(numbers[0] == numbers[1])
  }

  @Test func `an immediate clock moves to each deadline, until its task is canceled`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(60))
    try await clock.sleep(until: .init(offset: .seconds(10)))
    #expect(clock.now.offset == .seconds(60) && clock.minimumResolution == .zero)
    let any: any Clock<Duration> = clock
    try await any.sleep(for: .seconds(1))
    #expect(clock.now.offset == .seconds(61))
    let task = Task { while true { try await clock.sleep(for: .seconds(1)) } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
