import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@Suite("Received URLs of a navigator")
struct ReceivedURLsTests {
  private func received(_ policy: Navigator.KeepPolicy) -> ReceivedURLs {
    var received = ReceivedURLs(keeping: policy, for: .seconds(10))
    received.add("a", at: .seconds(0))
    received.add("b", at: .seconds(4))
    return received
  }

  @Test func `the newest URL replaces the others`() {
    #expect(received(.newest).urls(at: .seconds(5)) == ["b"])
    #expect(received(.all).urls(at: .seconds(5)) == ["a", "b"])
  }

  @Test func `each URL expires by itself`() {
    var all = received(.all)
    #expect(all.urls(at: .milliseconds(9_999)) == ["a", "b"])
    #expect(all.urls(at: .seconds(10)) == ["b"])
    all.beginRound()
    #expect(all.take(at: .seconds(10))?.url == "b")
    #expect(all.urls(at: .seconds(14)) == [])
  }

  @Test func `a round takes each URL once`() {
    var all = received(.all)
    for _ in 0..<2 {
      all.beginRound()
      #expect(all.take(at: .seconds(5))?.url == "a")
      #expect(all.take(at: .seconds(5))?.url == "b")
      #expect(all.take(at: .seconds(5)) == nil)
    }
    all.beginRound()
    if let entry = all.take(at: .seconds(5)) { all.remove(entry) }
    #expect(all.urls(at: .seconds(5)) == ["b"])
  }

  @Test func `receiving a URL again keeps it once and restarts its time`() {
    var all = received(.all)
    all.add("a", at: .seconds(8))
    #expect(all.urls(at: .seconds(8)) == ["b", "a"])
    #expect(all.urls(at: .seconds(15)) == ["a"])
  }
}
