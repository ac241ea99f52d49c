import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private protocol Numbered: AnyObject, Sendable { var number: Int { get } }

extension VisitorProfile: Numbered {}

private final class Framed: Numbered {
  private let inner: any Numbered
  init(_ inner: any Numbered) { self.inner = inner }
  var number: Int { inner.number }
}

/// A wrapper with the sum of the numbers of two instances.
private final class Sum: Numbered {
  let number: Int
  init(_ inner: any Numbered, _ profile: VisitorProfile) { number = inner.number + profile.number }
}

private final class Owner: Sendable {
  let inner: any Numbered
  init(_ inner: any Numbered) { self.inner = inner }
}

/// An instance with a property that knows only the type of its token.
private final class PropertyOwner: Sendable {
  let inner = Routed(RoutableService<any Numbered>.numbered)
}

extension RoutableService<any Numbered> {
  fileprivate static var numbered: Self { declared() }
  fileprivate static var adapted: Self { declared() }
}
extension RoutableService<Owner> { fileprivate static var owner: Self { declared() } }
extension RoutableService<PropertyOwner> { fileprivate static var propertyOwner: Self { declared() } }

@Suite("Instances of an extension that end with a stop", .timeLimit(.minutes(5)))
struct RestartableInstancesTests: RouteVocabulary {
  /// Returns a factory of profiles with increasing numbers.
  private func profiles(after last: Int = 0) -> @Sendable () -> VisitorProfile {
    let last = Lock(last)
    return {
      VisitorProfile(
        number: last.withLock {
          $0 += 1
          return $0
        })
    }
  }

  private func base() throws(RegistryError) -> Registry {
    let make = profiles()
    return try Registry {
      Route(make) {
        Service(.numbered)
        Singleton()
        Starting { _ in }
      }
    }
  }

  @Test func `an instance with a property whose type has several names ends with each`() async throws {
    let (make, other) = (profiles(), profiles(after: 100))
    let registry = try Registry {
      Route(make) {
        Service(.numbered)
        Singleton()
        Starting { _ in }
      }
      Route(other) {
        Service(.adapted)
        Singleton()
      }
      Route(PropertyOwner.init) {
        Service(.propertyOwner)
        Singleton()
      }
    }
    for number in 1...2 {
      try await registry.start()
      #expect(try registry(.propertyOwner).inner().number == number)
      await registry.stop()
    }
  }

  @Test(arguments: [false, true])
  func `an extension's adapters and decorators end with the base's instance`(
    isDecorated: Bool
  ) async throws {
    let registry = try base().extending {
      if isDecorated {
        Decorates(.numbered) { Framed($0) }
      } else {
        Adapter(Service(.adapted), for: Service(.numbered))
      }
    }
    let token: RoutableService<any Numbered> = isDecorated ? .numbered : .adapted
    try await registry.start()
    #expect(try registry(token).number == 1)
    await registry.stop()
    #expect(error { _ = try registry(token) }?.code == .notStarted)
    try await registry.start()
    #expect(try registry(token).number == 2)
    await registry.stop()
  }

  @Test func `a wrapper of the base's instance ends with an instance that the extension starts`() async throws
  {
    let make = profiles(after: 10)
    let base = try Registry {
      Route({ VisitorProfile(number: 100) }) {
        Service(.numbered)
        Singleton()
      }
    }
    let registry = try base.extending {
      Route(make) {
        Service(.visitorProfile)
        Singleton()
        Starting { _ in }
      }
      Decorates(
        .numbered,
        with: { @Sendable (inner: any Numbered, profile: VisitorProfile) -> any Numbered in
          Sum(inner, profile)
        })
    }
    try await registry.start()
    #expect(try registry(.numbered).number == 111)
    await registry.stop()
    #expect(error { _ = try registry(.numbered) }?.code == .notStarted)
    try await registry.start()
    #expect(try registry(.numbered).number == 112)
    await registry.stop()
  }

  /// Returns an extension with an instance that holds the base's, perhaps one that stops.
  private func owning(_ base: Registry, _ journal: Journal? = nil) throws(RegistryError) -> Registry {
    try base.extending {
      Route({ @Sendable (inner: any Numbered) in Owner(inner) }) {
        Service(.owner)
        Singleton()
        if let journal {
          Starting { journal.write("start \($0.inner.number)") }
          Stopping { journal.write("stop \($0.inner.number)") }
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `an extension's instances end with a separate stop of the base`(isStarted: Bool) async throws {
    let base = try base()
    let registry = try owning(base)
    if isStarted { try await registry.start() } else { try await base.start() }
    #expect(try registry(.owner).inner.number == 1)
    await base.stop()
    try await registry.start()
    #expect(try registry(.numbered).number == 2)
    #expect(try registry(.owner).inner.number == 2)
    await registry.stop()
  }

  @Test(arguments: [false, true])
  func `an extension's started instances start again after a separate stop of the base`(
    isBaseStartedAgain: Bool
  ) async throws {
    let (base, journal) = (try base(), Journal())
    let registry = try owning(base, journal)
    try await registry.start()
    await base.stop()
    if isBaseStartedAgain { try await base.start() }
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { #expect(await failure { try await registry.start() } == nil) } }
    }
    #expect(journal.all == ["start 1", "stop 1", "start 2"])
    #expect(try registry(.owner).inner === registry(.numbered))
    await registry.stop()
    #expect(journal.all.last == "stop 2")
    #expect(error { _ = try base(.numbered) }?.code == .notStarted)
  }

  @Test func `an extension of an extension starts again after a separate stop of the base`() async throws {
    let (base, journal) = (try base(), Journal())
    let middle = try owning(base, journal)
    let registry = try middle.extending { Adapter(Service(.adapted), for: Service(.numbered)) }
    try await registry.start()
    #expect(try registry(.adapted).number == 1)
    await base.stop()
    try await registry.start()
    #expect(try registry(.adapted).number == 2)
    #expect(journal.all == ["start 1", "stop 1", "start 2"])
    await registry.stop()
    #expect(error { _ = try base(.numbered) }?.code == .notStarted)
  }

  @Test(arguments: [false, true])
  func `an extension keeps its instances after an earlier stop of the base`(isScope: Bool) async throws {
    let make = profiles()
    let root = try Registry {
      Route(make) {
        Service(.numbered)
        if isScope { Scoped(to: Login.self) } else { Singleton() }
        Starting { _ in }
      }
    }
    let base = isScope ? try root.opening(Login(user: "ann")) : root
    try await base.start()
    await base.stop()
    try await base.start()
    let registry = try base.extending {
      Route({ @Sendable (inner: any Numbered) in Owner(inner) }) {
        Service(.owner)
        if isScope { Scoped(to: Login.self) } else { Singleton() }
      }
    }
    let owner = try registry(.owner)
    try await registry.start()
    #expect(try registry(.owner) === owner)
    await base.stop()
    try await registry.start()
    #expect(try registry(.owner).inner.number == 3)
    await registry.stop()
  }
}
