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
/// A number of the program: Waymark looks for an argument of a standard type, such as `Int`, in a more general way.
private struct Number: Sendable, Texted {
  let value = 7
  var text: String { "\(value)" }
}
private struct Late: Sendable {}
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

private protocol Described: Titled, Numbered, Colored, Holding where Value == Int {
  var part: any Part { get }
}
extension Described {
  var title: String { part.text }
  var number: Int { 1 }
  var color: String { "red" }
  var value: Int { 2 }
}

private final class DescribedObject: Described {
  let part: any Part
  let object = Tracked("object")
  init(part: any Part) { self.part = part }
}
private struct DescribedValue: Described { let part: any Part }

private let times = RoutableService<any TimeSource>()

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
    Route({ Number() }) { token(Number.self) }
  }
}

private typealias A = any Amount
private typealias P = any Part
private typealias T = Tracked
private typealias N = Number

/// The arguments of an initializer as text.
private struct Received: Sendable {
  let text: String
  let object = Tracked("received")

  init(_ parts: any Texted...) { text = parts.map(\.text).joined(separator: ", ") }
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

  /// A route of an initializer, and the text of its arguments.
  private struct Form: Sendable {
    let text: String
    let route: @Sendable () -> Route

    init<First, each Other>(
      _ text: String, _ make: @escaping @Sendable (First, repeat each Other) throws -> Received
    ) {
      self.text = text
      route = { Route(make) { token } }
    }
  }

  private static let forms = [
    Form("part") { (a: P) in Received(a) },
    Form("part, small") { (a: P, b: A) in Received(a, b) },
    Form("class, 7, part") { (a: T, b: Int, c: P) in Received(a, b, c) },
    Form("part, small, class") { (a: P, b: A, c: T) in Received(a, b, c) },
    Form("7, small, class, nil") { (a: Int, b: A, c: T, d: String?) in
      Received(a, b, c, Tracked(d ?? "nil"))
    },
    Form("part, small, class, part") { (a: P, b: A, c: T, d: P) in Received(a, b, c, d) },
    Form("7, small, class, part, part") { (a: N, b: A, c: T, d: P, e: P) in Received(a, b, c, d, e) },
    Form(repeated(2)) { (a: N, b: A, c: T, d: P, e: N, f: A, g: T, h: P) in
      Received(a, b, c, d, e, f, g, h)
    },
    Form(repeated(4)) {
      (
        a: N, b: A, c: T, d: P, e: N, f: A, g: T, h: P, i: N, j: A, k: T, l: P, m: N, n: A, o: T,
        p: P
      ) in
      Received(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
    },
    Form(repeated(4) + ", 7") {
      (
        a: N, b: A, c: T, d: P, e: N, f: A, g: T, h: P, i: N, j: A, k: T, l: P, m: N, n: A, o: T,
        p: P, q: N
      ) in
      Received(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q)
    },
    Form("large 5, part") { (a: LargeAmount, b: P) in Received(a, b) },
    Form("weak, 7") { (a: NotMoved, b: Int) in Received(a, b) },
  ]

  /// Routes that fail: in the initializer, or while a later argument is made.
  private static let failures = [
    Form("factoryFailed") { (_: P, _: A) in throw Missing() },
    Form("factoryFailed") { (_: P, _: A, _: T, _: N, _: P, _: A) in throw Missing() },
    Form("factoryFailed") { (_: P, _: A, _: T, _: N, _: P, _: Late) in Received() },
    Form("unregistered") { (a: P, routes: Resolver) in Received(a, Tracked("\(try routes(times).now)")) },
  ]

  private static func repeated(_ count: Int) -> String {
    Array(repeating: "7, small, class, part", count: count).joined(separator: ", ")
  }

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
        Route({ () throws -> Late in throw Missing() }) { Service<Late>(declaredProtocol: Late.self) }
      }
      let error = #expect(throws: RouteError.self) { try registry(Self.token) }
      #expect(error?.code.description == Self.failures[form].text)
      #expect((error?.underlying is Missing) == (error?.code == .factoryFailed))
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

  /// Routes with two arguments and with more of them than the shorter ways of a call have.
  private static let receivers: [@Sendable () -> Route] = [
    { Route({ (_: Ended<D0>, _: Ended<D1>) in Received() }) { token } },
    {
      Route({ (_: Ended<D0>, _: Ended<D1>, _: Ended<D2>, _: Ended<D3>, _: Ended<D4>) in Received() }) {
        token
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
    #expect(journal.all == (form == 0 ? 1...2 : 1...5).reversed().map { "\($0)" })
  }

  // MARK: - Interfaces

  private typealias Two = any Titled & Numbered
  private typealias Three = any Titled & Numbered & Colored

  /// Provides a destination of few words through interfaces of many.
  private func interfaces<Destination: Described>(
    _ make: @escaping @Sendable (any Part) -> Destination, _ lifetime: Lifetime
  ) throws -> Registry {
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
        ? try interfaces(DescribedObject.init, lifetime) : try interfaces(DescribedValue.init, lifetime)
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
