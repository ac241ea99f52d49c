import Testing

@testable import WaymarkCore

private protocol Animal: AnyObject, Sendable { var name: String { get } }
private final class Cat: Animal { let name = "cat" }

private protocol Measure: Sendable { var amount: Int { get } }
private struct Meters: Measure { let amount = 3 }
private struct Table: Sendable { let numbers = (1, 2, 3, 4, 5, 6) }

/// A value of two words that doesn't move with its bits.
private struct Weak: Sendable {
  // SAFETY (`nonisolated(unsafe)`): the reference is set in the initializer, and read only.
  nonisolated(unsafe) private(set) weak var animal: Cat?
  let owner: Cat

  init() {
    owner = Cat()
    animal = owner
  }
}

@Suite("Destinations that need only a factory and a conversion")
struct DirectCreationTests {
  /// Returns whether the provider of a route's only token is direct, after its destination was requested.
  private static func isDirect<Requested>(
    _ type: Requested.Type, _ text: (Requested) -> String, _ expected: String,
    @RoutesBuilder _ routes: () -> Routes
  ) throws -> Bool {
    let registry = try Registry(routes)
    let token = RoutableService<Requested>(declaredProtocol: type)
    #expect(text(try registry(token)) == expected)
    return try #require(registry.image.provider(for: TokenKey(type, .service))).isDirect
  }

  @Test func `objects, values, and closures are direct`() throws {
    let isObject = try Self.isDirect((any Animal).self, \.name, "cat") {
      Route(Cat.init) { RoutableService<any Animal>(declaredProtocol: (any Animal).self) }
    }
    let isClosure = try Self.isDirect((any Animal).self, \.name, "cat") {
      Route(Cat.init) { RoutableService<any Animal>.as { $0 } }
    }
    let isValue = try Self.isDirect((any Measure).self, { "\($0.amount)" }, "3") {
      Route({ Meters() }) { RoutableService<any Measure>(declaredProtocol: (any Measure).self) }
    }
    let isLarge = try Self.isDirect(Table.self, { "\($0.numbers.5)" }, "6") {
      Route({ Table() }) { RoutableService<Table>(declaredProtocol: Table.self) }
    }
    #expect(isObject && isClosure && isValue && isLarge)
  }

  // The bits of a direct destination move. A weak reference to an Objective-C object registers its own address.
  @Test func `a small value that doesn't move with its bits isn't direct`() throws {
    let isDirect = try Self.isDirect(Weak.self, { $0.animal?.name ?? "released" }, "cat") {
      Route({ Weak() }) { RoutableService<Weak>(declaredProtocol: Weak.self) }
    }
    #expect(!isDirect)
  }

  @Test func `a kept destination isn't direct`() throws {
    let isDirect = try Self.isDirect((any Animal).self, \.name, "cat") {
      Route(Cat.init) {
        RoutableService<any Animal>(declaredProtocol: (any Animal).self)
        Singleton()
      }
    }
    #expect(!isDirect)
  }

  @Test func `a decorator of a direct destination is direct`() throws {
    let isDirect = try Self.isDirect((any Measure).self, { "\($0.amount)" }, "4") {
      Route({ Meters() }) { RoutableService<any Measure>(declaredProtocol: (any Measure).self) }
      Decorates(RoutableService<any Measure>(declaredProtocol: (any Measure).self)) { More(than: $0) }
    }
    #expect(isDirect)
  }
}

private struct More: Measure {
  let amount: Int
  init(than other: any Measure) { amount = other.amount + 1 }
}
