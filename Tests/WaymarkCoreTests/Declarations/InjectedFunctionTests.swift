import SharedFixtures
import Testing
import WaymarkCore
import WaymarkRuntime

/// The number of tracked objects that exist.
private let alive = Lock(0)

/// An object that a test counts while it exists.
private final class Tracked: Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
    alive.withLock { $0 += 1 }
  }

  deinit { alive.withLock { $0 -= 1 } }
}

/// A parameter of a test's function, as text.
private protocol Texted { var text: String { get } }
extension Int: Texted { fileprivate var text: String { "\(self)" } }
extension Tracked: Texted { fileprivate var text: String { name } }

/// A protocol for objects only.
private protocol Part: AnyObject, Sendable, Texted {}
private final class TrackedPart: Part {
  let object = Tracked("part")
  var text: String { object.name }
}

/// A protocol that values can conform to.
private protocol Amount: Sendable, Texted {}
private struct SmallAmount: Amount {
  let object = Tracked("small")
  var text: String { object.name }
}
private struct LargeAmount: Amount {
  let numbers = (1, 2, 3, 4, 5)
  let object = Tracked("large")
  var text: String { "\(object.name) \(numbers.4)" }
}
private struct NotMoved: Sendable, Texted {
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

/// Protocols: an existential of two or more of them doesn't fit into five words.
private protocol Titled: Sendable { var title: String { get } }
private protocol Numbered: Sendable { var number: Int { get } }
private protocol Colored: Sendable { var color: String { get } }
/// A protocol with constrained existentials that need a dynamic cast.
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

private func token<Requested>(_ type: Requested.Type) -> RoutableService<Requested> {
  RoutableService(declaredProtocol: type)
}

/// A module with a service of each layout.
private struct Layouts: RouteModule {
  var lifetime = Lifetime.transient

  var routes: Routes {
    Route(TrackedPart.init) { token((any Part).self) }
    Route(SmallAmount.init) { token((any Amount).self) }
    Route({ LargeAmount() }) {
      token(LargeAmount.self)
      if lifetime == .singleton { Singleton() }
    }
    Route({ NotMoved() }) { token(NotMoved.self) }
    Route({ Tracked("class") }) {
      token(Tracked.self)
      if lifetime == .singleton { Singleton() }
    }
    Route({ 7 }) { token(Int.self) }
  }
}

/// The arguments of an initializer as text.
private struct Received: Sendable {
  typealias A = any Amount
  typealias P = any Part
  typealias T = Tracked

  let text: String
  let object = Tracked("received")

  init(_ parts: any Texted...) { text = parts.map(\.text).joined(separator: ", ") }

  static func one(_ a: P) -> Self { Self(a) }
  static func two(_ a: P, _ b: A) -> Self { Self(a, b) }
  static func three(_ a: T, _ b: Int, _ c: P) -> Self { Self(a, b, c) }
  static func four(_ a: Int, _ b: A, _ c: T, _ d: String?) -> Self { Self(a, b, c, Tracked(d ?? "nil")) }
  static func five(_ a: Int, _ b: A, _ c: T, _ d: P, _ e: P) -> Self { Self(a, b, c, d, e) }
  static func eight(_ a: Int, _ b: A, _ c: T, _ d: P, _ e: Int, _ f: A, _ g: T, _ h: P) -> Self {
    Self(a, b, c, d, e, f, g, h)
  }
  static func sixteen(
    _ a: Int, _ b: A, _ c: T, _ d: P, _ e: Int, _ f: A, _ g: T, _ h: P,
    _ i: Int, _ j: A, _ k: T, _ l: P, _ m: Int, _ n: A, _ o: T, _ p: P
  ) -> Self { Self(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) }
  static func seventeen(
    _ a: Int, _ b: A, _ c: T, _ d: P, _ e: Int, _ f: A, _ g: T, _ h: P,
    _ i: Int, _ j: A, _ k: T, _ l: P, _ m: Int, _ n: A, _ o: T, _ p: P, _ q: Int
  ) -> Self { Self(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) }
  static func threeObjects(_ a: P, _ b: A, _ c: T) -> Self { Self(a, b, c) }
  static func fourObjects(_ a: P, _ b: A, _ c: T, _ d: P) -> Self { Self(a, b, c, d) }
  static func large(_ a: LargeAmount, _ b: P) -> Self { Self(a, b) }
  static func notMoved(_ a: NotMoved, _ b: Int) -> Self { Self(a, b) }
  static func failing(_ a: P, _ b: A) throws -> Self { throw Missing() }
  static func failingSix(_ a: P, _ b: A, _ c: T, _ d: Int, _ e: P, _ f: A) throws -> Self { throw Missing() }
  static func failingLate(_ a: P, _ b: A, _ c: T, _ d: Int, _ e: P, _ f: Int8) -> Self { Self() }
  static func unprovided(_ a: P, _ resolver: Resolver) throws -> Self {
    Self(a, Tracked("\(try resolver(token(Int16.self)))"))
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

  /// Routes that fail: in the initializer, or while a later argument is made.
  private static let failures: [(route: @Sendable () -> Routes, isUnregistered: Bool)] = [
    ({ routes { Route(Received.failing) { token } } }, false),
    ({ routes { Route(Received.failingSix) { token } } }, false),
    ({ routes { Route(Received.failingLate) { token } } }, false),
    ({ routes { Route(Received.unprovided) { token } } }, true),
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

  @Test(arguments: Array(failures.indices))
  func `a failure of the initializer or of a later argument releases the arguments`(form: Int) throws {
    let before = alive.withLock { $0 }
    do {
      let registry = try registry(.transient) {
        Self.failures[form].route()
        Route({ () throws -> Int8 in throw Missing() }) { Service<Int8>(declaredProtocol: Int8.self) }
      }
      let error = #expect(throws: RouteError.self) { try registry(Self.token) }
      #expect((error?.code == .unregistered) == Self.failures[form].isUnregistered)
      #expect((error?.underlying is Missing) != Self.failures[form].isUnregistered)
    }
    #expect(alive.withLock { $0 } == before)
  }

  /// A transient argument that writes its number when it ends.
  private final class Ended<Number: Digit>: Sendable {
    private let number: Int
    private let journal: Journal

    init(_ number: Int, _ journal: Journal) { (self.number, self.journal) = (number, journal) }

    deinit { journal.write("\(number)") }
  }

  private static let receivers: [@Sendable () -> Route] = [
    { Route({ (_: Ended<D0>, _: Ended<D1>) in Received() }) { Self.token } },
    { Route({ (_: Ended<D0>, _: Ended<D1>, _: Ended<D2>) in Received() }) { Self.token } },
    { Route({ (_: Ended<D0>, _: Ended<D1>, _: Ended<D2>, _: Ended<D3>) in Received() }) { Self.token } },
    {
      Route({ (_: Ended<D0>, _: Ended<D1>, _: Ended<D2>, _: Ended<D3>, _: Ended<D4>) in Received() }) {
        Self.token
      }
    },
  ]

  @Test(.enabled(if: FastCalls.areUsed), arguments: Array(receivers.indices))
  func `the last argument is released first`(form: Int) throws {
    let journal = Journal()
    let registry = try Registry {
      Self.receivers[form]()
      Route({ Ended<D0>(1, journal) }) { WaymarkCoreTests.token(Ended<D0>.self) }
      Route({ Ended<D1>(2, journal) }) { WaymarkCoreTests.token(Ended<D1>.self) }
      Route({ Ended<D2>(3, journal) }) { WaymarkCoreTests.token(Ended<D2>.self) }
      Route({ Ended<D3>(4, journal) }) { WaymarkCoreTests.token(Ended<D3>.self) }
      Route({ Ended<D4>(5, journal) }) { WaymarkCoreTests.token(Ended<D4>.self) }
    }
    _ = try registry(Self.token)
    #expect(journal.all == (1...form + 2).reversed().map { "\($0)" })
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
