import SharedFixtures
import Testing
import WaymarkCore
import WaymarkRuntime

/// The number of tracked objects that exist.
private let alive = Lock(0)

/// An object that's counted while it exists.
private final class Tracked: Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
    alive.withLock { $0 += 1 }
  }

  deinit { alive.withLock { $0 -= 1 } }
}

/// A protocol for objects only.
private protocol Part: AnyObject, Sendable { var text: String { get } }
private final class TrackedPart: Part {
  let object = Tracked("part")
  var text: String { object.name }
}

/// A protocol for values, too.
private protocol Amount: Sendable { var text: String { get } }
private struct SmallAmount: Amount {
  let object = Tracked("small")
  var text: String { object.name }
}
private struct LargeAmount: Amount {
  let numbers = (1, 2, 3, 4, 5)
  let object = Tracked("large")
  var text: String { "\(object.name) \(numbers.4)" }
}
private struct NotMoved: Sendable {
  // SAFETY (`nonisolated(unsafe)`): the reference is set in the initializer, and read only.
  nonisolated(unsafe) private(set) weak var object: Tracked?
  let owner: Tracked

  init() {
    owner = Tracked("weak")
    object = owner
  }

  var text: String { object?.name ?? "released" }
}
private struct Missing: Error {}

/// Protocols of which existentials of two or more don't fit into five words.
private protocol Titled: Sendable { var title: String { get } }
private protocol Numbered: Sendable { var number: Int { get } }
private protocol Colored: Sendable { var color: String { get } }
/// A protocol of which constrained existentials need a dynamic cast.
private protocol Holding<Value>: Sendable {
  associatedtype Value
  var value: Value { get }
}

private final class TitledObject: Titled, Numbered, Colored, Holding {
  let part: any Part
  let object = Tracked("object")
  var title: String { part.text }
  var number: Int { 1 }
  var color: String { "red" }
  var value: Int { 2 }

  init(part: any Part) { self.part = part }
}
private struct TitledValue: Titled, Numbered, Colored, Holding {
  let part: any Part
  var title: String { part.text }
  var number: Int { 1 }
  var color: String { "red" }
  var value: Int { 2 }
}

/// A module with a service of each layout.
private struct Layouts: RouteModule {
  var lifetime = Lifetime.transient

  var routes: Routes {
    Route(TrackedPart.init) { Service<any Part>(declaredProtocol: (any Part).self) }
    Route(SmallAmount.init) { Service<any Amount>(declaredProtocol: (any Amount).self) }
    Route(LargeAmount.self) {
      Service<LargeAmount>(declaredProtocol: LargeAmount.self)
      if lifetime == .singleton { Singleton() }
    } make: {
      LargeAmount()
    }
    Route(NotMoved.self) {
      Service<NotMoved>(declaredProtocol: NotMoved.self)
    } make: {
      NotMoved()
    }
    Route(Tracked.self) {
      Service<Tracked>(declaredProtocol: Tracked.self)
      if lifetime == .singleton { Singleton() }
    } make: {
      Tracked("class")
    }
    Route(Int.self) {
      Service<Int>(declaredProtocol: Int.self)
    } make: {
      7
    }
  }
}

/// The text of what an initializer has received.
private struct Received: Sendable {
  let text: String
  let object = Tracked("received")

  init(_ parts: [String]) { text = parts.joined(separator: ", ") }

  static func one(_ part: any Part) -> Received { Received([part.text]) }
  static func two(_ part: any Part, _ amount: any Amount) -> Received { Received([part.text, amount.text]) }
  static func three(_ object: Tracked, _ number: Int, _ part: any Part) -> Received {
    Received([object.name, "\(number)", part.text])
  }
  static func four(_ number: Int, _ amount: any Amount, _ object: Tracked, _ missing: String?) -> Received {
    Received(["\(number)", amount.text, object.name, missing ?? "nil"])
  }
  static func five(
    _ number: Int, _ amount: any Amount, _ object: Tracked, _ part: any Part, _ other: any Part
  ) -> Received {
    Received(["\(number)", amount.text, object.name, part.text, other.text])
  }
  static func eight(
    _ number0: Int, _ amount0: any Amount, _ object0: Tracked, _ part0: any Part, _ number1: Int,
    _ amount1: any Amount, _ object1: Tracked, _ part1: any Part
  ) -> Received {
    Received([
      "\(number0)", amount0.text, object0.name, part0.text, "\(number1)", amount1.text, object1.name,
      part1.text,
    ])
  }
  static func sixteen(
    _ number0: Int, _ amount0: any Amount, _ object0: Tracked, _ part0: any Part, _ number1: Int,
    _ amount1: any Amount, _ object1: Tracked, _ part1: any Part, _ number2: Int, _ amount2: any Amount,
    _ object2: Tracked, _ part2: any Part, _ number3: Int, _ amount3: any Amount, _ object3: Tracked,
    _ part3: any Part
  ) -> Received {
    Received([
      "\(number0)", amount0.text, object0.name, part0.text, "\(number1)", amount1.text, object1.name,
      part1.text, "\(number2)", amount2.text, object2.name, part2.text, "\(number3)", amount3.text,
      object3.name, part3.text,
    ])
  }
  static func seventeen(
    _ number0: Int, _ amount0: any Amount, _ object0: Tracked, _ part0: any Part, _ number1: Int,
    _ amount1: any Amount, _ object1: Tracked, _ part1: any Part, _ number2: Int, _ amount2: any Amount,
    _ object2: Tracked, _ part2: any Part, _ number3: Int, _ amount3: any Amount, _ object3: Tracked,
    _ part3: any Part, _ number4: Int
  ) -> Received {
    Received([
      "\(number0)", amount0.text, object0.name, part0.text, "\(number1)", amount1.text, object1.name,
      part1.text, "\(number2)", amount2.text, object2.name, part2.text, "\(number3)", amount3.text,
      object3.name, part3.text, "\(number4)",
    ])
  }
  static func failingLate(
    _ part: any Part, _ amount: any Amount, _ object: Tracked, _ number: Int, _ other: any Part,
    _ missing: Int8
  ) -> Received {
    Received([])
  }
  static func failingSix(
    _ part: any Part, _ amount: any Amount, _ object: Tracked, _ number: Int, _ other: any Part,
    _ last: any Amount
  ) throws -> Received {
    throw Missing()
  }
  static func threeObjects(_ part: any Part, _ amount: any Amount, _ object: Tracked) -> Received {
    Received([part.text, amount.text, object.name])
  }
  static func fourObjects(
    _ part: any Part, _ amount: any Amount, _ object: Tracked, _ other: any Part
  ) -> Received {
    Received([part.text, amount.text, object.name, other.text])
  }
  static func large(_ large: LargeAmount, _ part: any Part) -> Received { Received([large.text, part.text]) }
  static func notMoved(_ value: NotMoved, _ number: Int) -> Received { Received([value.text, "\(number)"]) }
  static func failing(_ part: any Part, _ amount: any Amount) throws -> Received { throw Missing() }
  static func unprovided(_ part: any Part, _ resolver: Resolver) throws -> Received {
    Received([part.text, try resolver(RoutableService<Int8>(declaredProtocol: Int8.self)).description])
  }
}

@Suite("Initializers with dependencies as parameters", .serialized)
struct InjectedFunctionTests: RouteVocabulary {
  /// Returns the registry of the layouts and of a route that receives some of them.
  private func registry(
    _ lifetime: Lifetime, @RoutesBuilder _ route: () -> Routes
  ) throws -> Registry {
    let route = route()
    return try Registry {
      Layouts(lifetime: lifetime)
      route
    }
  }

  private static let token = RoutableService<Received>(declaredProtocol: Received.self)

  private static let forms: [(route: @Sendable () -> Routes, text: String)] = [
    ({ routes { Route(Received.one) { token } } }, "part"),
    ({ routes { Route(Received.two) { token } } }, "part, small"),
    ({ routes { Route(Received.three) { token } } }, "class, 7, part"),
    ({ routes { Route(Received.four) { token } } }, "7, small, class, nil"),
    ({ routes { Route(Received.five) { token } } }, "7, small, class, part, part"),
    ({ routes { Route(Received.eight) { token } } }, repeated(2)),
    ({ routes { Route(Received.sixteen) { token } } }, repeated(4)),
    ({ routes { Route(Received.seventeen) { token } } }, repeated(4) + ", 7"),
    ({ routes { Route(Received.threeObjects) { token } } }, "part, small, class"),
    ({ routes { Route(Received.fourObjects) { token } } }, "part, small, class, part"),
    ({ routes { Route(Received.large) { token } } }, "large 5, part"),
    ({ routes { Route(Received.notMoved) { token } } }, "weak, 7"),
  ]

  private static func repeated(_ count: Int) -> String {
    Array(repeating: "7, small, class, part", count: count).joined(separator: ", ")
  }

  private static func routes(@RoutesBuilder _ routes: () -> Routes) -> Routes { routes() }

  @Test(arguments: Array(forms.indices), [Lifetime.transient, .singleton])
  func `every argument arrives and is released once`(form: Int, lifetime: Lifetime) throws {
    let before = alive.withLock { $0 }
    do {
      let registry = try registry(lifetime) { Self.forms[form].route() }
      for _ in 0..<3 { #expect(try registry(Self.token).text == Self.forms[form].text) }
    }
    #expect(alive.withLock { $0 } == before)
  }

  @Test func `a throwing initializer releases its arguments`() throws {
    let before = alive.withLock { $0 }
    do {
      for route in [
        Self.routes { Route(Received.failing) { Self.token } },
        Self.routes { Route(Received.failingSix) { Self.token } },
      ] {
        let registry = try registry(.transient) { route }
        #expect { try registry(Self.token) } throws: { ($0 as? RouteError)?.underlying is Missing }
      }
    }
    #expect(alive.withLock { $0 } == before)
  }

  @Test func `a later argument's failure releases the earlier arguments`() throws {
    let before = alive.withLock { $0 }
    do {
      let registry = try registry(.transient) { Route(Received.unprovided) { Self.token } }
      #expect { try registry(Self.token) } throws: { ($0 as? RouteError)?.code == .unregistered }
    }
    #expect(alive.withLock { $0 } == before)
  }

  @Test func `a failure of the sixth argument releases the earlier arguments`() throws {
    let before = alive.withLock { $0 }
    do {
      let registry = try registry(.transient) {
        Route(Received.failingLate) { Self.token }
        Route(Int8.self) {
          Service<Int8>(declaredProtocol: Int8.self)
        } make: {
          throw Missing()
        }
      }
      #expect { try registry(Self.token) } throws: { ($0 as? RouteError)?.underlying is Missing }
    }
    #expect(alive.withLock { $0 } == before)
  }

  // MARK: - Interfaces

  private typealias Two = any Titled & Numbered
  private typealias Three = any Titled & Numbered & Colored

  /// Provides a destination of few words through interfaces of many.
  private func interfaces<Destination: Titled & Numbered & Colored & Holding<Int>>(
    _ make: @escaping @Sendable (any Part) -> Destination, _ lifetime: Lifetime
  ) throws -> Registry where Destination: Sendable {
    try registry(lifetime) {
      Route(make) {
        Service<Two>(declaredProtocol: Two.self)
        Service<Three>(declaredProtocol: Three.self)
        Service<any Holding<Int>>(declaredProtocol: (any Holding<Int>).self)
        Service<any Titled>(declaredProtocol: (any Titled).self).as { (made: Destination) in made }
        Service<any Numbered>(declaredProtocol: (any Numbered).self)
        if lifetime == .singleton { Singleton() }
      }
    }
  }

  @Test(arguments: [Lifetime.transient, .singleton], [true, false])
  func `a small destination is provided through larger interfaces`(
    lifetime: Lifetime, isObject: Bool
  ) throws {
    let before = alive.withLock { $0 }
    do {
      let registry =
        isObject
        ? try interfaces({ TitledObject(part: $0) }, lifetime) : try interfaces(TitledValue.init, lifetime)
      for _ in 0..<3 {
        let two = try registry(Service<Two>(declaredProtocol: Two.self))
        let three = try registry(Service<Three>(declaredProtocol: Three.self))
        let holding = try registry(Service<any Holding<Int>>(declaredProtocol: (any Holding<Int>).self))
        let titled = try registry(Service<any Titled>(declaredProtocol: (any Titled).self))
        let numbered = try registry(Service<any Numbered>(declaredProtocol: (any Numbered).self))
        #expect(two.title == "part" && two.number == 1 && three.color == "red" && holding.value == 2)
        #expect(titled.title == "part" && numbered.number == 1)
      }
    }
    #expect(alive.withLock { $0 } == before)
  }
}
