#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Testing
import WaymarkCore
import WaymarkInspection
import WaymarkSystem

private struct Journal: Sendable {
  let now: Now
  let newID: NewID
  let clock: any Clock<Duration>
  let random: RandomNumbers
  let calendar: Calendar
  let locale: Locale
  let timeZone: TimeZone
}
extension RoutableService<Journal> { fileprivate static var journal: Self { declared() } }

@Suite("The module of the system's values")
struct SystemModuleTests: RouteVocabulary {
  private func registry() throws -> Registry {
    try Registry {
      SystemModule()
      Route(Journal.init(now:newID:clock:random:calendar:locale:timeZone:)) {
        Service(.journal)
        EntryPoint()
      }
    }
  }

  @Test func `every system value can be a parameter`() async throws {
    let journal = try registry()(.journal)
    let before = Date()
    let date = journal.now()
    #expect(before <= date && date <= Date())
    #expect(journal.newID() != journal.newID())
    #expect(journal.random.next() != journal.random.next())
    let start = ContinuousClock.now
    try await journal.clock.sleep(for: .milliseconds(1))
    #expect(start.duration(to: .now) >= .milliseconds(1))
    #expect(journal.clock is ContinuousClock)
    #expect(journal.calendar == .autoupdatingCurrent && journal.locale == .autoupdatingCurrent)
    #expect(journal.timeZone == .autoupdatingCurrent)
  }

  @Test func `every system value has a name`() throws {
    let registry = try registry()
    let names =
      ["currentDate", "newUUID", "continuousClock", "randomNumbers"]
      + ["currentCalendar", "currentLocale", "currentTimeZone", "journal"]
    #expect(registry.routes.flatMap(\.provides) == names.map { "Service(.\($0))" })
    #expect(registry.diagnostics.isEmpty && registry.unreachableRoutes.isEmpty)
    #expect(try Registry { SystemModule() }.unreachableRoutes.isEmpty)
  }

  @Test func `copies of random numbers share a generator behind a lock`() async {
    struct Counter: RandomNumberGenerator {
      var count: UInt64 = 0
      mutating func next() -> UInt64 {
        count += 1
        return count
      }
    }
    let numbers = RandomNumbers(Counter())
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let copy = numbers
          for _ in 0..<1_000 { _ = copy.next() }
        }
      }
    }
    #expect(numbers.next() == 8_001)
    let pair = numbers { generator in [generator.next(), generator.next()] }
    #expect(pair == [8_002, 8_003])
  }
}
