import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

private struct Hidden { struct Inside {} }
struct Open<Element> {}

@Suite("Qualified names of types")
struct QualifiedNameTests {
  @Test(
    arguments: [
      (Int.self, "Swift.Int"),
      (Hidden.self, "WaymarkTests.Hidden"),
      (Hidden.Inside.self, "WaymarkTests.Hidden.Inside"),
      (Open<Hidden>.self, "WaymarkTests.Open<WaymarkTests.Hidden>"),
      (
        [Hidden: Open<Hidden.Inside>].self,
        "Swift.Dictionary<WaymarkTests.Hidden, WaymarkTests.Open<WaymarkTests.Hidden.Inside>>"
      ),
    ] as [(Any.Type, String)])
  func namesContainNoAddresses(_ type: Any.Type, _ name: String) { #expect(QualifiedName.of(type) == name) }
}

extension Hidden: Hashable {}
