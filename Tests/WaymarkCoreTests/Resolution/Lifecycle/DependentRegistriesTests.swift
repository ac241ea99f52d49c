import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private protocol Numbered: AnyObject, Sendable { var number: Int { get } }

extension VisitorProfile: Numbered {}

/// An instance that holds another one.
private final class Holder: Numbered {
  let inner: any Numbered
  var number: Int { inner.number }
  private let wrapped: Holder?
  init(_ inner: any Numbered, around wrapped: Holder? = nil) { (self.inner, self.wrapped) = (inner, wrapped) }
  init(settings: RoomSettings, _ inner: any Numbered) { (self.inner, wrapped) = (inner, nil) }
}

private final class Outer: Sendable {
  let holder: Holder
  init(holder: Holder) { self.holder = holder }
}

private final class Bystander: Sendable { init() {} }

extension RoutableService<any Numbered> { fileprivate static var numbered: Self { declared() } }
extension RoutableService<Holder> { fileprivate static var holder: Self { declared() } }
extension RoutableService<Outer> { fileprivate static var outer: Self { declared() } }
extension RoutableService<Bystander> { fileprivate static var bystander: Self { declared() } }

private struct Upload: RouteScope {
  typealias Outer = Login
}

@Suite("Instances of scopes and extensions after a stop around them", .timeLimit(.minutes(5)))
struct DependentRegistriesTests: RouteVocabulary {
  private let journal = Journal()

  /// A started instance with the number of its start.
  private struct NumberedModule: RouteModule {
    private final class Count: Sendable {
      let value = Lock(0)
      var next: Int {
        value.withLock {
          $0 += 1
          return $0
        }
      }
    }

    var routes: Routes {
      let count = Count()
      Route({ @Sendable in VisitorProfile(number: count.next) }) {
        Service(.numbered)
        Singleton()
        Starting { _ in }
      }
    }
  }

  enum Owner: CaseIterable {
    case session, upload, uploadInStartingSession, extended, extendedSession, sessionOfExtension
  }

  /// Returns a started root, and a registry with own instances that can hold the root's.
  private func registries(_ owner: Owner, isStarted: Bool = false) throws
    -> (root: Registry, registry: Registry)
  {
    let root = try Registry {
      NumberedModule()
      if owner != .extended, owner != .extendedSession {
        let isUpload = owner == .upload || owner == .uploadInStartingSession
        holders(scope: isUpload ? Upload.self : Login.self, isStarted: isStarted)
      }
      if owner == .uploadInStartingSession {
        Route(Basket.init(login:)) {
          Service(.visitorBasket)
          Scoped(to: Login.self)
          Starting { _ in }
        }
      }
    }
    return (root, try open(owner, root, isStarted))
  }

  private func open(_ owner: Owner, _ root: Registry, _ isStarted: Bool) throws -> Registry {
    let session = { try root.opening(Login(user: "ann")) }
    return switch owner {
    case .session: try session()
    case .upload, .uploadInStartingSession: try session().opening(Upload())
    case .extended: try root.extending { holders(scope: nil, isStarted: isStarted) }
    case .extendedSession:
      try session().extending { holders(scope: Login.self, isStarted: isStarted) }
    case .sessionOfExtension:
      try session().extending { Route(Basket.init(login:)) { Service(.visitorBasket) } }
    }
  }

  @RoutesBuilder
  private func holders(scope: (any RouteScope.Type)?, isStarted: Bool) -> Routes {
    if let scope {
      scoped(to: scope, isStarted: isStarted)
    } else {
      Route({ @Sendable (inner: any Numbered) in Holder(inner) }) {
        Service(.holder)
        Singleton()
        if isStarted {
          Starting { [journal] in journal.write("start \($0.number)") }
          Stopping { [journal] in journal.write("stop \($0.number)") }
        }
      }
      Route(Outer.init(holder:)) {
        Service(.outer)
        Singleton()
      }
      Route(Bystander.init) {
        Service(.bystander)
        Singleton()
      }
    }
  }

  @RoutesBuilder
  private func scoped<Scope: RouteScope>(to scope: Scope.Type, isStarted: Bool) -> Routes {
    Route({ @Sendable (inner: any Numbered) in Holder(inner) }) {
      Service(.holder)
      Scoped(to: scope)
      if isStarted {
        Starting { [journal] in journal.write("start \($0.number)") }
        Stopping { [journal] in journal.write("stop \($0.number)") }
      }
    }
    Route(Outer.init(holder:)) {
      Service(.outer)
      Scoped(to: scope)
    }
    Route(Bystander.init) {
      Service(.bystander)
      Scoped(to: scope)
    }
  }

  @Test(arguments: Owner.allCases)
  func `instances that hold stopped ones end with the stop`(owner: Owner) async throws {
    let (root, registry) = try registries(owner)
    try await root.start()
    let (outer, bystander) = (try registry(.outer), try registry(.bystander))
    #expect(outer.holder.number == 1)
    #expect(try registry(.outer) === outer)
    await root.stop()
    #expect(error { _ = try registry(.outer) }?.code == .notStarted)
    try await root.start()
    #expect(try registry(.outer).holder.number == 2)
    #expect(try registry(.holder) === registry(.outer).holder)
    #expect(try registry(.bystander) === bystander)
    for number in 3...5 {
      await root.stop()
      try await root.start()
      #expect(try registry(.outer).holder.number == number)
    }
    await registry.close()
    await root.stop()
  }

  @Test(arguments: Owner.allCases)
  func `started instances that hold stopped ones start again`(owner: Owner) async throws {
    let (root, registry) = try registries(owner, isStarted: true)
    try await root.start()
    try await registry.start()
    #expect(try registry(.outer).holder.number == 1)
    await root.stop()
    try await root.start()
    #expect(error { _ = try registry(.holder) }?.code == .notStarted)
    #expect(error { _ = try registry(.outer) }?.code == .notStarted)
    try await registry.start()
    #expect(try registry(.outer).holder.number == 2)
    try await registry.start()
    #expect(journal.all == ["start 1", "stop 1", "start 2"])
    if owner == .extended { await registry.stop() } else { await registry.close() }
    #expect(journal.all == ["start 1", "stop 1", "start 2", "stop 2"])
    await root.stop()
  }

  @Test func `a session's stop ends the instances of inner scopes`() async throws {
    let make = Counter()
    let root = try Registry {
      Route({ @Sendable in
        make.increment()
        return VisitorProfile(number: make.value)
      }) {
        Service(.numbered)
        Scoped(to: Login.self)
        Starting { _ in }
      }
      Route({ @Sendable (inner: any Numbered) in Holder(inner) }) {
        Service(.holder)
        Scoped(to: Upload.self)
      }
    }
    let session = try root.opening(Login(user: "ann"))
    let other = try root.opening(Login(user: "bob"))
    try await session.start()
    try await other.start()
    let uploads = try [session, other].map { try $0.opening(Upload()) }
    let holders = try uploads.map { try $0(.holder) }
    await session.stop()
    #expect(error { _ = try uploads[0](.holder) }?.code == .notStarted)
    #expect(try uploads[1](.holder) === holders[1])
    try await session.start()
    #expect(try uploads[0](.holder) !== holders[0])
    await session.close()
    await other.close()
  }

  // MARK: - Instances that something else retains

  enum Place: CaseIterable { case root, session, extended }

  private func retained(_ place: Place, isKeyed: Bool) throws -> (root: Registry, registry: Registry) {
    @RoutesBuilder func routes() -> Routes {
      if isKeyed {
        Route(
          { @Sendable (settings: RoomSettings, inner: any Numbered) in Holder(settings: settings, inner) },
          configuration: RoomSettings.init
        ) {
          ServiceModule(.roomSettings)
          Service(.holder)
          Kept(by: \RoomSettings.number)
          if place == .session { Scoped(to: Login.self) }
        }
      } else {
        Route({ @Sendable (inner: any Numbered) in Holder(inner) }) {
          Service(.holder)
          WeaklyShared()
          if place == .session { Scoped(to: Login.self) }
        }
      }
    }
    let root = try Registry {
      NumberedModule()
      if place != .extended { routes() }
    }
    switch place {
    case .root: return (root, root)
    case .session: return (root, try root.opening(Login(user: "ann")))
    case .extended: return (root, try root.extending { routes() })
    }
  }

  @Test(arguments: Place.allCases, [false, true])
  func `a retained instance ends with the stopped instance that it holds`(
    place: Place, isKeyed: Bool
  ) async throws {
    let (root, registry) = try retained(place, isKeyed: isKeyed)
    try await root.start()
    let first = try registry(.holder)
    #expect(try registry(.holder) === first)
    await root.stop()
    #expect(error { _ = try registry(.holder) }?.code == .notStarted)
    try await root.start()
    let second = try registry(.holder)
    #expect(second !== first && second.number == 2)
    #expect(try registry(.holder) === second)
    await root.stop()
    withExtendedLifetime(first) {}
  }

  @Test func `the wrapper of a retained instance ends with the stopped instance that it holds`() async throws
  {
    let registry = try Registry {
      NumberedModule()
      Route({ Bystander() }) {
        Service(.bystander)
        WeaklyShared()
      }
      Route({ @Sendable in Holder(VisitorProfile(number: 10)) }) {
        Service(.holder)
        WeaklyShared()
      }
      Decorates(
        .holder,
        with: { @Sendable (holder: Holder, inner: any Numbered) -> Holder in
          Holder(inner, around: holder)
        })
    }
    try await registry.start()
    let (first, bystander) = (try registry(.holder), try registry(.bystander))
    #expect(try first.number == 1 && registry(.holder) === first)
    await registry.stop()
    #expect(error { _ = try registry(.holder) }?.code == .notStarted)
    try await registry.start()
    #expect(try registry(.holder).number == 2)
    #expect(try registry(.bystander) === bystander)
    await registry.stop()
  }

  // MARK: - At the same time

  @Test func `a stop overlaps the creation of a scope's instance`() async throws {
    let (begun, proceed) = (Gate(), ThreadGate())
    let root = try Registry {
      NumberedModule()
      Route({ @Sendable (inner: any Numbered) in
        if inner.number == 1 {
          begun.open()
          proceed.wait()
        }
        return Holder(inner)
      }) {
        Service(.holder)
        Scoped(to: Login.self)
      }
    }
    try await root.start()
    let session = try root.opening(Login(user: "ann"))
    async let request = onThread { error { _ = try session(.holder) } }
    await begun.pass()
    await root.stop()
    proceed.open()
    #expect(await request?.code == .notStarted)
    try await root.start()
    #expect(try session(.holder).number == 2)
    await root.stop()
  }

  @Test func `a session's start that overlaps a stop ends`() async throws {
    let (begun, proceed) = (Gate(), Gate())
    let root = try Registry {
      NumberedModule()
      Route({ @Sendable (inner: any Numbered) in Holder(inner) }) {
        Service(.holder)
        Scoped(to: Login.self)
        Starting { _ in
          begun.open()
          await proceed.pass()
        }
        Stopping { [journal] in journal.write("stop \($0.number)") }
      }
    }
    try await root.start()
    let session = try root.opening(Login(user: "ann"))
    async let start = failure { try await session.start() }
    await begun.pass()
    await root.stop()
    proceed.open()
    #expect((await start as? RouteError)?.code == .startInterrupted)
    try await root.start()
    try await session.start()
    #expect(try session(.holder).number == 2)
    await session.close()
    #expect(journal.all == ["stop 1", "stop 2"])
    await root.stop()
  }

  @Test(arguments: [Owner.session, .upload, .extended])
  func `a registry that keeps several instances depends once on the registry around it`(owner: Owner)
    async throws
  {
    let (root, registry) = try registries(owner)
    try await root.start()
    _ = try (registry(.outer), registry(.bystander))
    #expect(root.ownLifecycle?.dependents.withLock(\.count) == 1)
    await root.stop()
  }

  @Test func `released scopes take no memory in the lifecycle`() async throws {
    let (root, registry) = try registries(.session)
    try await root.start()
    _ = try registry(.outer)
    for _ in 0..<1_000 { _ = try root.opening(Login(user: "ann"))(.outer) }
    let count = root.ownLifecycle?.dependents.withLock(\.count) ?? 0
    #expect((1...16).contains(count), "\(count)")
    await root.stop()
  }
}
