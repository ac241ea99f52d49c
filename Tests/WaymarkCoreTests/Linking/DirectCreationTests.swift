import Testing

@testable import WaymarkCore

private protocol Animal: AnyObject, Sendable { var name: String { get } }
private final class Cat: Animal { let name = "cat" }

private protocol Measure: Sendable { var amount: Int { get } }
private struct Meters: Measure { var amount = 3 }
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
    _ token: RoutableService<Requested>, _ text: (Requested) -> String, _ expected: String,
    @RoutesBuilder _ routes: () -> Routes
  ) throws -> Bool {
    let registry = try Registry(routes)
    #expect(text(try registry(token)) == expected)
    return try #require(registry.image.provider(for: TokenDescription(Requested.self, .service))).isDirect
  }

  private static let animal = RoutableService<any Animal>(declaredProtocol: (any Animal).self)
  private static let measure = RoutableService<any Measure>(declaredProtocol: (any Measure).self)
  private static let table = RoutableService<Table>(declaredProtocol: Table.self)

  @Test func `objects, values, closures, and their decorators are direct`() throws {
    #expect(try Self.isDirect(Self.animal, \.name, "cat") { Route(Cat.init) { Self.animal } })
    #expect(
      try Self.isDirect(Self.animal, \.name, "cat") {
        Route(Cat.init) { RoutableService<any Animal>.as { $0 } }
      })
    #expect(try Self.isDirect(Self.measure, { "\($0.amount)" }, "3") { Route({ Meters() }) { Self.measure } })
    #expect(try Self.isDirect(Self.table, { "\($0.numbers.5)" }, "6") { Route({ Table() }) { Self.table } })
    let isDecoratorDirect = try Self.isDirect(Self.measure, { "\($0.amount)" }, "4") {
      Route({ Meters() }) { Self.measure }
      Decorates(Self.measure) { Meters(amount: $0.amount + 1) }
    }
    #expect(isDecoratorDirect)
  }

  // The bits of a direct destination move. A weak reference to an Objective-C object registers its own address.
  @Test func `a small value that doesn't move with its bits isn't direct`() throws {
    let weak = RoutableService<Weak>(declaredProtocol: Weak.self)
    #expect(try !Self.isDirect(weak, { $0.animal?.name ?? "released" }, "cat") { Route({ Weak() }) { weak } })
  }

  @Test func `a kept destination isn't direct`() throws {
    #expect(try !Self.isDirect(Self.animal, \.name, "cat") { kept({ Cat() }, Self.animal) })
  }
}
