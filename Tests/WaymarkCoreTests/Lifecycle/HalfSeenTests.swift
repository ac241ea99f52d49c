import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private struct House: RouteScope { let name: String }
private struct Room: RouteScope {
  typealias Outer = House
  let number: Int
}

/// A part of a test's program, with the state that tells whether somebody got it too early or too late.
private final class Part: Sendable {
  let name: String
  let parts: [Part]
  private let stopped = Lock(false)

  init(_ name: String, _ parts: [Part] = []) {
    self.name = name
    self.parts = parts
  }

  var isStopped: Bool { stopped.withLock(\.self) }
  func stop() { stopped.withLock { $0 = true } }
}

/// A part that a factory makes while the test decides how long that takes.
private final class SlowFactory: Sendable {
  let begun = Gate()
  let proceed = ThreadGate()

  func callAsFunction() {
    begun.open()
    proceed.wait()
  }
}

private final class Holder: Sendable {
  let part: Part
  let house: House?
  init(part: Part, house: House?) { (self.part, self.house) = (part, house) }
}

@MainActor
private final class Reader {
  @Routed(.base) var base
}

extension RoutableService<Part> {
  fileprivate static var base: Self { declared() }
  fileprivate static var user: Self { declared() }
  fileprivate static var slow: Self { declared() }
  fileprivate static var other: Self { declared() }
  fileprivate static var added: Self { declared() }
}
extension RoutableService<Holder> { fileprivate static var holder: Self { declared() } }
extension RoutableServices<Part> { fileprivate static var all: Self { declared() } }

/// Where the instances of a test live.
private enum Place: CaseIterable {
  case root, `extension`, scope, innerScope

  var isScope: Bool { self == .scope || self == .innerScope }
}

@Suite("Nobody sees half of a start, a stop, or a close", .timeLimit(.minutes(5)))
struct HalfSeenTests: RouteVocabulary {
  private let journal = Journal()

  /// Returns the registry of a place with the routes of a block, which `lifetime` keeps there.
  private func registry(_ place: Place, @RoutesBuilder _ routes: () -> Routes) throws -> Registry {
    let root = try Registry { if place != .extension { routes() } }
    switch place {
    case .root: return root
    case .extension: return try root.extending { routes() }
    case .scope: return try root.opening(House(name: "blue"))
    case .innerScope: return try root.opening(House(name: "blue")).opening(Room(number: 1))
    }
  }

  private func end(_ registry: Registry, _ place: Place) async {
    if place.isScope { await registry.close() } else { await registry.stop() }
  }

  // MARK: - Requests during a close

  /// The ways in which the rest of a request can depend on the scope.
  fileprivate enum Need: CaseIterable { case value, optionalValue, kept, optionalKept, collection, resolver }

  @Test(arguments: Need.allCases, [false, true])
  fileprivate func `later parameters of a request whose scope closes throw`(
    _ need: Need, closesAround: Bool
  ) async throws {
    let slow = SlowFactory()
    func make(_ slow: Part, _ found: Any?) -> Holder { Holder(part: slow, house: nil) }
    let root = try Registry {
      Route({ () -> Part in
        slow()
        return Part("slow")
      }) { Service(.slow) }
      Route({ (_: House) in Part("base") }) {
        Service(.base)
        Scoped(to: House.self)
      }
      Route({ (_: House) in Part("other") }) {
        Contributes(to: .all, as: "other")
        Scoped(to: House.self)
      }
      switch need {
      case .value:
        Route({ (part: Part, house: House) in Holder(part: part, house: house) }) {
          Takes(.slow); Service(.holder)
        }
      case .optionalValue:
        Route({ (part: Part, house: House?) in Holder(part: part, house: house) }) {
          Takes(.slow); Service(.holder)
        }
      case .kept:
        Route({ (part: Part, other: Part) in Holder(part: other, house: nil) }) {
          Takes(.slow, .base); Service(.holder)
        }
      case .optionalKept:
        Route({ (part: Part, other: Part?) in Holder(part: other ?? part, house: nil) }) {
          Takes(.slow, .base); Service(.holder)
        }
      case .collection:
        Route({ (part: Part, all: [String: Part]) in Holder(part: part, house: nil) }) {
          Takes(.slow); Service(.holder)
        }
      case .resolver:
        Route(Holder.self) {
          Service(.holder)
        } make: { resolver in
          let part: Part = try resolver(.slow)
          return Holder(part: try part.isStopped ? part : resolver(.base), house: resolver.scope(House.self))
        }
      }
    }
    let house = try root.opening(House(name: "blue"))
    let registry = closesAround ? try house.opening(Room(number: 1)) : house
    async let request = onThread { error { _ = try registry(.holder) } }
    await slow.begun.pass()
    await house.close()
    slow.proceed.open()
    let found = try #require(await request)
    #expect(found.code == .scopeClosed)
    #expect(
      found.message == "the \(closesAround ? "House around the Room" : "House") of this registry was closed")
  }

  @Test func `a resolver's scope isn't missing in a factory that runs during the close`() async throws {
    let slow = SlowFactory()
    let root = try Registry {
      Route(Holder.self) {
        Service(.holder)
      } make: { resolver in
        slow()
        return Holder(part: Part("part"), house: resolver.scope(House.self))
      }
    }
    let house = try root.opening(House(name: "blue"))
    async let request = onThread { try? house(.holder).house?.name }
    await slow.begun.pass()
    await house.close()
    slow.proceed.open()
    #expect(await request == "blue")
  }

  @Test @MainActor func `a wrapper that reads after the close throws`() async throws {
    let root = try Registry {
      Route({ (_: House) in Part("base") }) {
        Service(.base)
        Scoped(to: House.self)
      }
    }
    let house = try root.opening(House(name: "blue"))
    let reader = Registry.withCurrent(house) { Reader() }
    await house.close()
    #expect(error { _ = try reader.$base.resolve() }?.code == .scopeClosed)
  }

  // MARK: - Instances that are made during a stop

  @Test(arguments: Place.allCases, [false, true])
  fileprivate func
    `a stop waits for an instance that is being made, and stops it before the ones that it uses`(
      _ place: Place, isDecorated: Bool
    ) async throws
  {
    let slow = SlowFactory()
    let registry = try registry(place) {
      Route({ Part("base") }) {
        Service(.base)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
        Stopping { [journal] _ in journal.write("stop base") }
      }
      Route({ (base: Part) -> Part in
        slow()
        return Part("user", [base])
      }) {
        Takes(.base)
        Service(.user)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
        Stopping { [journal] _ in journal.write("stop user") }
      }
      if isDecorated { Decorates(.user) { $0 } }
    }
    async let request = onThread { error { _ = try registry(.user) } }
    await slow.begun.pass()
    let stop = Task { await end(registry, place) }
    #expect(
      try await becomesTrue { registry.scope.map { !$0.isOpen } ?? registry.lifecycle?.isStopped ?? false })
    #expect(journal.all.isEmpty)
    slow.proceed.open()
    await stop.value
    #expect(await request?.code == (place.isScope ? .scopeClosed : .notStarted))
    #expect(journal.all == ["stop user", "stop base"])
  }

  @Test func `an outer scope waits for its instance that a request of an inner one makes`() async throws {
    let slow = SlowFactory()
    let root = try Registry {
      Route({ (_: House) -> Part in
        slow()
        return Part("base")
      }) {
        Service(.base)
        Scoped(to: House.self)
        Stopping { [journal] _ in journal.write("stop base") }
      }
      Route({ (base: Part, _: Room) in Part("user", [base]) }) {
        Takes(.base)
        Service(.user)
        Scoped(to: Room.self)
        Stopping { [journal] _ in journal.write("stop user") }
      }
    }
    let house = try root.opening(House(name: "blue"))
    let room = try house.opening(Room(number: 1))
    async let request = onThread { error { _ = try room(.user) } }
    await slow.begun.pass()
    let close = Task { await house.close() }
    #expect(try await becomesTrue { room.scope?.isOpen == false })
    slow.proceed.open()
    await close.value
    #expect(await request?.code == .scopeClosed)
    #expect(journal.all == ["stop base"])
  }

  // MARK: - Starts

  @Test(arguments: Place.allCases, [false, true])
  fileprivate func `nothing of a start is visible before all of it has succeeded`(
    _ place: Place, isFailing: Bool
  ) async throws {
    let (begun, mayEnd) = (Gate(), Gate())
    let registry = try registry(place) {
      Route({ () async throws -> Part in Part("base") }) {
        Service(.base)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
        Starting { [journal] _ in journal.write("start base") }
        Stopping { [journal] _ in journal.write("stop base") }
      }
      Route({ (base: Part) in Part("added", [base]) }) {
        Takes(.base)
        Service(.added)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
        Starting { _ in
          begun.open()
          await mayEnd.pass()
          if isFailing { throw Mistake() }
        }
      }
      // Neither of these is handed out with an instance that ends later.
      Route({ (base: Part) in Part("user", [base]) }) {
        Takes(.base)
        Service(.user)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
        Stopping { [journal] _ in journal.write("stop user") }
      }
      Route({ (base: Part) in Part("other", [base]) }) {
        Takes(.base)
        Service(.other)
        Contributes(to: .all)
      }
      Route({ (base: Part) async throws -> Part in Part("slow", [base]) }) {
        Takes(.base)
        Service(.slow)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
        OnDemand()
      }
    }
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    for token in [
      RoutableService<Part>(.base), RoutableService(.added), RoutableService(.user), RoutableService(.other),
    ] {
      let found = error { _ = try registry(token) }
      #expect(found?.code == .notStarted)
      #expect(found?.remedy == "request it after start() has returned")
    }
    #expect(error { _ = try registry.makeDestinations(of: .all) }?.code == .notStarted)
    let onDemand = Task { await routeFailure { _ = try await registry.started(.slow) } }
    #expect(try await becomesTrue { registry.lifecycle?.callersOnDemand == 1 })
    mayEnd.open()
    let failed = await start.value
    #expect((failed != nil) == isFailing)
    #expect(await onDemand.value?.code == (isFailing ? .notStarted : nil))
    #expect(journal.all == (isFailing ? ["start base", "stop base"] : ["start base"]))
    if isFailing {
      #expect(error { _ = try registry(.user) }?.message == "Part was requested before it was started")
    } else {
      #expect(try registry(.user).parts[0] === registry(.base))
    }
  }

  @Test(arguments: [false, true])
  func `an extension and its base start together or not at all`(isFailing: Bool) async throws {
    let (begun, mayEnd) = (Gate(), Gate())
    let base = try Registry {
      Route({ () async throws -> Part in Part("base") }) {
        Service(.base)
        Singleton()
        Stopping { [journal] _ in journal.write("stop base") }
      }
    }
    let registry = try base.extending {
      Route({ (base: Part) in Part("added", [base]) }) {
        Takes(.base)
        Service(.added)
        Singleton()
        Starting { _ in
          begun.open()
          await mayEnd.pass()
          if isFailing { throw Mistake() }
        }
        Stopping { [journal] _ in journal.write("stop added") }
      }
    }
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    #expect(error { _ = try base(.base) }?.code == .notStarted)
    mayEnd.open()
    #expect((await start.value != nil) == isFailing)
    #expect((error { _ = try base(.base) } != nil) == isFailing)
    #expect(journal.all == (isFailing ? ["stop base"] : []))
    await registry.stop()
    #expect(journal.all == (isFailing ? ["stop base"] : ["stop added", "stop base"]))
  }

  @Test func `a scope that opens during the start around it is told to wait`() async throws {
    let (begun, mayEnd) = (Gate(), Gate())
    let root = try Registry {
      Route({ () async throws -> Part in
        begun.open()
        await mayEnd.pass()
        return Part("base")
      }) {
        Service(.base)
        Singleton()
      }
      Route({ (base: Part) async throws -> Part in Part("user", [base]) }) {
        Takes(.base)
        Service(.user)
        Scoped(to: House.self)
      }
    }
    let start = Task { try await root.start() }
    await begun.pass()
    let found = await routeFailure { try await root.withScope(House(name: "blue")) {} }
    #expect(found?.message == "Part was requested while the registry is starting, and is not started yet")
    #expect(found?.remedy == "request it after start() has returned")
    mayEnd.open()
    try await start.value
    try await root.withScope(House(name: "blue")) { _ = try Registry.current(.user) }
  }

  @Test(arguments: [false, true])
  func `an instance that exists after its limit is only stopped`(isOnDemand: Bool) async throws {
    let (mayEnd, stopped) = (Gate(), Gate())
    let registry = try Registry {
      Route({ [journal] () async throws -> Part in
        await mayEnd.pass()
        journal.write("made")
        return Part("base")
      }) {
        Service(.base)
        Singleton()
        if isOnDemand { OnDemand() }
        Starting(within: .milliseconds(1)) { [journal] _ in journal.write("started") }
        Stopping { [journal] _ in
          journal.write("stopped")
          stopped.open()
        }
      }
    }
    let found = await routeFailure {
      if isOnDemand { _ = try await registry.started(.base) } else { try await registry.start() }
    }
    #expect(found?.code == .startFailed)
    mayEnd.open()
    await stopped.pass()
    #expect(journal.all == ["made", "stopped"])
  }

  /// Returns an extension whose start waits for a gate in its base, with an instance that needs one on demand.
  private func `extension`(
    _ proceed: Gate, making: @escaping @Sendable () -> Void = {},
    requesting: @escaping @Sendable (Registry) -> Void = { _ in }
  ) async throws -> Registry {
    let base = try Registry {
      Route(Part.self) {
        Service(.base)
        Singleton()
      } make: { _ in
        await proceed.pass()
        return Part("base")
      }
    }
    let registry = try base.extending {
      Route({ (base: Part) in Part("other", [base]) }) {
        Takes(.base); Service(.other)
        Singleton()
        Eager()
      }
      Route(Part.self) {
        Service(.slow)
        Singleton()
        OnDemand()
      } make: { _ in
        await Task.yield()
        return Part("slow")
      }
      Route({ [journal] (slow: Part) in
        making()
        journal.write("make user")
        return Part("user", [slow])
      }) {
        Takes(.slow); Service(.user)
        Singleton()
        Eager()
        Stopping { $0.stop() }
      }
      Route(Part.self) {
        Service(.added)
        Requires(.user)
      } make: { routes in
        requesting(routes.registry)
        return Part("added", [try routes(.user)])
      }
    }
    _ = try await registry.started(.slow)
    return registry
  }

  /// Begins the start of a registry.
  private func begin(_ registry: Registry) async throws -> Task<Void, any Error> {
    let start = Task { try await registry.start() }
    #expect(try await becomesTrue { registry.lifecycle?.phase == .starting })
    return start
  }

  @Test func `requests during a start don't make an instance that belongs to it`() async throws {
    let proceed = Gate()
    let registry = try await `extension`(proceed)
    let start = try await begin(registry)
    #expect(error { _ = try registry(.user) }?.code == .notStarted)
    #expect(journal.all == [])
    let waiting = Task { try await registry.started(.user) }
    #expect(try await inTime { try await registry.started(.slow) } === registry(.slow))
    proceed.open()
    try await start.value
    let user = try registry(.user)
    #expect(try await waiting.value === user)
    #expect(journal.all == ["make user"])
    await registry.stop()
    #expect(user.isStopped)
  }

  @Test func `a start that begins during a creation takes the instance over`() async throws {
    let (proceed, slow) = (Gate(), SlowFactory())
    let registry = try await `extension`(proceed, making: { slow() })
    async let request = onThread { error { _ = try registry(.user) } }
    await slow.begun.pass()
    let start = try await begin(registry)
    slow.proceed.open()
    #expect(await request?.code == .notStarted)
    #expect(error { _ = try registry(.user) }?.code == .notStarted)
    proceed.open()
    try await start.value
    let user = try registry(.user)
    #expect(journal.all == ["make user"])
    await registry.stop()
    #expect(user.isStopped)
  }

  @Test func `a request that a start overtakes waits for it`() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) else { return }
    let (proceed, start) = (Gate(), Lock<Task<Void, any Error>?>(nil))
    let registry = try await `extension`(
      proceed,
      requesting: { registry in
        start.withLock { start in
          if start == nil { start = Task.immediate { try await registry.start() } }
        }
      })
    let added = Task { try await registry.started(.added) }
    #expect(try await becomesTrue { registry.lifecycle?.phase == .starting })
    proceed.open()
    #expect(try await added.value.parts.first === registry(.user))
    #expect(journal.all == ["make user"])
    try await start.withLock(\.self)?.value
  }

  @Test func `a Stopping closure gets what a failed start hasn't ended yet`() async throws {
    let registry = try Registry {
      Route({ () async throws -> Part in Part("base") }) {
        Service(.base)
        Singleton()
        Stopping { $0.stop() }
      }
      Route({ (base: Part) in Part("user", [base]) }) {
        Takes(.base); Service(.user)
        Singleton()
        Starting { _ in }
        Stopping { [journal] _ in
          journal.write("open \(try !Registry.current(.base).isStopped)")
        }
      }
      Route({ (user: Part) async throws -> Part in throw Mistake() }) {
        Takes(.user); Service(.other)
        Singleton()
      }
    }
    await #expect(throws: RouteError.self) { try await registry.start() }
    #expect(journal.all == ["open true"])
  }

  @Test func `a task that outlives its Starting closure waits for the start`() async throws {
    let (ended, proceed) = (Gate(), Gate())
    let registry = try Registry {
      Route({ () async throws -> Part in Part("base") }) {
        Service(.base)
        Singleton()
      }
      Route({ (base: Part) in Part("user", [base]) }) {
        Takes(.base); Service(.user)
        Singleton()
        Starting { [journal] _ in
          Task {
            await ended.pass()
            let found = error { _ = try Registry.current(.base) }
            journal.write("\(found?.message ?? "") \(found?.remedy ?? "")")
            proceed.open()
          }
        }
      }
      Route({ (user: Part) async throws -> Part in
        ended.open()
        await proceed.pass()
        return Part("other", [user])
      }) {
        Takes(.user); Service(.other)
        Singleton()
      }
    }
    try await registry.start()
    #expect(
      journal.all == [
        "Part was requested while the registry is starting, and is not started yet request it after start() has returned"
      ])
    await registry.stop()
  }

  // MARK: - Stops

  @Test(arguments: Place.allCases)
  fileprivate func `nothing that stops is handed out`(_ place: Place) async throws {
    let (begun, mayEnd) = (Gate(), Gate())
    let registry = try registry(place) {
      Route({ () async throws -> Part in Part("base") }) {
        Service(.base)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
        Stopping {
          await mayEnd.pass()
          $0.stop()
        }
      }
      Route({ (base: Part) in Part("user", [base]) }) {
        Takes(.base)
        Service(.user)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
        Stopping { [journal] user in
          begun.open()
          await mayEnd.pass()
          // The part hasn't begun to stop, and nothing with a life cycle is made anew.
          journal.write("\((try? Registry.current(.base))?.isStopped ?? true)")
          journal.write("\(error { _ = try Registry.current(.slow) } == nil)")
          user.stop()
        }
      }
      Route({ (base: Part) in Part("other", [base]) }) {
        Takes(.base)
        Service(.other)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
      }
      Route({ Part("slow") }) {
        Service(.slow)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
        Stopping { _ in }
      }
      Route({ Part("added") }) {
        Service(.added)
        if !place.isScope { Singleton() }
        if place == .scope { Scoped(to: House.self) }
        if place == .innerScope { Scoped(to: Room.self) }
      }
    }
    try await registry.start()
    _ = try (registry(.user), registry(.other), registry(.added))
    let stop = Task { await end(registry, place) }
    await begun.pass()
    for isLast in [false, true] {
      for token in [
        RoutableService<Part>(.base), RoutableService(.user), RoutableService(.other), RoutableService(.slow),
      ] {
        let found = error { _ = try registry(token) }
        #expect(found?.code == (place.isScope ? .scopeClosed : .notStarted))
        let started = await routeFailure { _ = try await registry.started(token) }
        #expect(started?.code == found?.code)
      }
      // Plain instances of a root stay.
      #expect((error { _ = try registry(.added) } == nil) == !place.isScope)
      guard !isLast else { break }
      mayEnd.open()
      await stop.value
    }
    #expect(journal.all == ["false", "false"])
  }

  @Test(arguments: [false, true])
  func `instances that don't need each other stop at the same time`(isNeeded: Bool) async throws {
    let (first, second) = (Gate(), Gate())
    let registry = try Registry {
      Route({ Part("base") }) {
        Service(.base)
        Singleton()
        Stopping { [journal] _ in
          first.open()
          if !isNeeded { await second.pass() }
          journal.write("base")
        }
      }
      Route(Part.self) {
        Service(.user)
        Singleton()
        Stopping { [journal] _ in
          second.open()
          if !isNeeded { await first.pass() }
          journal.write("user")
        }
      } make: { resolver in
        Part("user", isNeeded ? [try resolver(.base)] : [])
      }
    }
    _ = try (registry(.base), registry(.user))
    try await inTime { await registry.stop() }
    // The need was recorded, because the closure has requested it.
    if isNeeded { #expect(journal.all == ["user", "base"]) } else { #expect(journal.all.count == 2) }
  }

  @Test func `limits end with their operations`() async throws {
    let root = try Registry {
      Route({ (_: House) in Part("base") }) {
        Service(.base)
        Scoped(to: House.self)
        Stopping(within: .seconds(3_600)) { _ in }
      }
    }
    let before = TimeLimits.count
    for _ in 0..<100 { try await root.withScope(House(name: "blue")) { _ = try Registry.current(.base) } }
    // Other tests have limits, too.
    #expect(try await becomesTrue { TimeLimits.count < before + 100 })
  }

  // MARK: - Closing by others

  @Test(arguments: [false, true], [false, true])
  func `an operation doesn't succeed in a scope that somebody closes`(
    closesAround: Bool, isClosing: Bool
  ) async throws {
    let root = try Registry {
      Route({ (_: Room) async throws -> Part in Part("base") }) {
        Service(.base)
        Scoped(to: Room.self)
        Stopping { [journal] _, outcome in
          if case .failed(let error as RouteError) = outcome { journal.write("\(error.code)") }
        }
      }
    }
    let house = try root.opening(House(name: "blue"))
    let operation: @Sendable () async throws -> Int = {
      let registry = Registry.current
      await Task.detached { await (closesAround ? house : registry).close() }.value
      return 201
    }
    let found = await routeFailure {
      if isClosing {
        _ = try await house.opening(Room(number: 1)).closing(operation)
      } else {
        _ = try await house.withScope(Room(number: 1), operation: operation)
      }
    }
    #expect(found?.code == .scopeClosed)
    #expect(journal.all == ["scopeClosed"])
  }
}
