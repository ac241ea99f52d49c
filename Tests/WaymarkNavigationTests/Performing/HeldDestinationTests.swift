import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

private final class Screen {}

@Suite("Held destinations")
struct HeldDestinationTests {
  @Test(arguments: [false, true])
  func `a replacement is held as strongly as before`(loosely isLoose: Bool) {
    var held = HeldDestination<Screen>()
    let first = Screen()
    held.hold(first)
    if isLoose { held.loosen() }
    var second: Screen? = Screen()
    if let second { held.replace(by: second) }
    #expect(held.current === second)
    second = nil
    #expect((held.current == nil) == isLoose)
    withExtendedLifetime(first) {}
  }

  @Test func `a released object is nil, even as Any`() {
    var held = HeldDestination<Any>()
    var screen: Screen? = Screen()
    if let screen { held.hold(screen) }
    held.loosen()
    #expect(held.current is Screen)
    screen = nil
    #expect(held.current == nil)
  }

  @Test func `a value is held until it is dropped`() {
    var held = HeldDestination<String>()
    held.hold("one")
    held.loosen()
    held.replace(by: "two")
    #expect(held.current == "two" && held.currentObject == nil)
    held.drop()
    #expect(held.current == nil)
  }
}
