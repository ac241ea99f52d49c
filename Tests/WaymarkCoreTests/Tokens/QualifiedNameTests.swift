import Testing

@testable import WaymarkCore

private struct Hidden { struct Inside {} }
struct Open<Element> {}

@Suite("Qualified names of types")
struct QualifiedNameTests {
  @Test(
    arguments: [
      (Int.self, "Swift.Int"),
      (Hidden.self, "WaymarkCoreTests.Hidden"),
      (Hidden.Inside.self, "WaymarkCoreTests.Hidden.Inside"),
      (Open<Hidden>.self, "WaymarkCoreTests.Open<WaymarkCoreTests.Hidden>"),
      (
        [Hidden: Open<Hidden.Inside>].self,
        "Swift.Dictionary<WaymarkCoreTests.Hidden, WaymarkCoreTests.Open<WaymarkCoreTests.Hidden.Inside>>"
      ),
    ] as [(Any.Type, String)])
  func `qualified names contain no addresses`(_ type: Any.Type, _ name: String) {
    #expect(QualifiedName.of(type) == name)
  }
}

extension Hidden: Hashable {}
