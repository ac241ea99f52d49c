import Testing

@testable import WaymarkRuntime

@Suite("A place that is written once")
struct WriteOnceTests {
  @Test func theFirstValueStays() {
    let place = WriteOnce<String?>()
    #expect(!place.isWritten && place.current == nil)
    #expect(place.write(nil) == nil)
    #expect(place.isWritten)
    #expect(place.write("second") == nil)
  }

  @Test func allThreadsGetOneValue() async {
    for _ in 0..<50 {
      let place = WriteOnce<Int>()
      let seen = await withTaskGroup(of: Int.self) { group in
        for number in 0..<8 { group.addTask { place.current ?? place.write(number) } }
        return await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(seen.count == 1 && place.current == seen.first)
    }
  }
}
