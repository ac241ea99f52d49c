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
  let parts: [Part]
  private let stopped = Lock(false)
  init(_ parts: [Part] = []) { self.parts = parts }
  var isStopped: Bool { stopped.withLock(\.self) }
  func stop() { stopped.withLock { $0 = true } }
}

private final class Holder: Sendable { init(_ part: Part, _ house: House? = nil) {} }

extension RoutableService<Part> {
  fileprivate static var base: Self { declared() }
  fileprivate static var user: Self { declared() }
  fileprivate static var slow: Self { declared() }
  fileprivate static var other: Self { declared() }
  fileprivate static var added: Self { declared() }
}
extension RoutableService<Holder> { fileprivate static var holder: Self { declared() } }
extension RoutableServices<Part> { fileprivate static var all: Self { declared() } }

@Suite("Nobody sees half of a start, a stop, or a close", .timeLimit(.minutes(5)))
struct HalfSeenTests: RouteVocabulary {
  private let journal = Journal()
  private let pause = Pause()

  // MARK: - Requests during a close

  /// The ways for the rest of a request to depend on the scope.
  fileprivate enum Need: CaseIterable { case value, optionalValue, kept, optionalKept, collection, resolver }

  @Test(arguments: Need.allCases, [false, true])
  fileprivate func `later parameters of a request throw if its scope closes`(
    _ need: Need, closesAround: Bool
  ) async throws {
    let slow = ThreadPause()
    let root = try Registry {
      Route({ () -> Part in
        slow.take()
        return Part()
      }) { Service(.slow) }
      live({ (_: House) in Part() }, .base, in: House.self)
      Route({ (_: House) in Part() }) {
        Contributes(to: .all, as: "other")
        Scoped(to: House.self)
      }
      switch need {
      case .value: service({ (part: Part, house: House) in Holder(part, house) }, .holder, Takes(.slow))
      case .optionalValue:
        service({ (part: Part, house: House?) in Holder(part, house) }, .holder, Takes(.slow))
      case .kept: service({ (_: Part, other: Part) in Holder(other) }, .holder, Takes(.slow, .base))
      case .optionalKept:
        service({ (part: Part, other: Part?) in Holder(other ?? part) }, .holder, Takes(.slow, .base))
      case .collection:
        service({ (part: Part, _: [String: Part]) in Holder(part) }, .holder, Takes(.slow))
      case .resolver:
        Route(Holder.self) {
          Service(.holder)
        } make: { [journal] resolver in
          _ = try resolver(.slow) as Part
          // The factory has begun in the open scope.
          journal.write(resolver.scope(House.self)?.name ?? "none")
          return Holder(try resolver(.base))
        }
      }
    }
    let house = try root.opening(House(name: "blue"))
    let registry = closesAround ? try house.opening(Room(number: 1)) : house
    async let request = onThread { registry.refusal(of: .holder) }
    await slow.begins()
    await house.close()
    slow.end()
    let found = try #require(await request)
    #expect(found.code == .scopeClosed)
    #expect(
      found.message == "the \(closesAround ? "House around the Room" : "House") of this registry was closed")
    if need == .resolver { #expect(journal.all == ["blue"]) }
  }

  @Test func `an outer scope waits for its instance that a request of an inner one makes`() async throws {
    let slow = ThreadPause()
    let root = try Registry {
      live(
        { (_: House) -> Part in
          slow.take()
          return Part()
        }, .base, in: House.self, stopping: journal.writing("stop base"))
      live(
        { (base: Part) in Part([base]) }, .user, in: Room.self, taking: Takes(.base),
        stopping: journal.writing("stop user"))
    }
    let house = try root.opening(House(name: "blue"))
    let room = try house.opening(Room(number: 1))
    async let request = onThread { room.refusal(of: .user) }
    await slow.begins()
    let close = Task { await house.close() }
    #expect(try await becomesTrue { room.scope?.isOpen == false })
    slow.end()
    await close.value
    #expect(await request?.code == .scopeClosed)
    #expect(journal.all == ["stop base"])
  }

  // MARK: - Starts

  @Test(arguments: LifecyclePlace.allCases, [false, true])
  fileprivate func `nothing of a start is visible before all of it has succeeded`(
    _ place: LifecyclePlace, isFailing: Bool
  ) async throws {
    let registry = try place.registry {
      live(
        { () async throws -> Part in Part() }, .base, in: place.scope,
        starting: journal.writing("start base"), stopping: journal.writing("stop base"))
      live(
        { (base: Part) in Part([base]) }, .added, in: place.scope, taking: Takes(.base),
        starting: pause.work(isFailing: isFailing))
      // Neither of these is handed out with an instance that ends later.
      live(
        { (base: Part) in Part([base]) }, .user, in: place.scope, taking: Takes(.base),
        stopping: journal.writing("stop user"))
      Route({ (base: Part) in Part([base]) }) {
        Takes(.base)
        Service(.other)
        Contributes(to: .all)
      }
      live(
        { (base: Part) async throws -> Part in Part([base]) }, .slow, .onDemand, in: place.scope,
        taking: Takes(.base))
    }
    let start = registry.starting()
    await pause.begins()
    for token in [RoutableService<Part>(.base), .added, .user, .other] {
      let found = registry.refusal(of: token)
      #expect(found?.code == .notStarted)
      #expect(found?.remedy == "request it after start() has returned")
    }
    #expect(error { _ = try registry.makeDestinations(of: .all) }?.code == .notStarted)
    let onDemand = Task { await routeFailure { _ = try await registry.started(.slow) } }
    #expect(try await becomesTrue { registry.lifecycle?.callersOnDemand == 1 })
    pause.end()
    #expect((await start.value != nil) == isFailing)
    #expect(await onDemand.value?.code == (isFailing ? .notStarted : nil))
    #expect(journal.all == (isFailing ? ["start base", "stop base"] : ["start base"]))
    if isFailing {
      #expect(registry.refusal(of: .user)?.message == "Part was requested before it was started")
    } else {
      #expect(try registry(.user).parts[0] === registry(.base))
    }
  }

  @Test func `a scope that opens during the start around it is told to wait`() async throws {
    let root = try Registry {
      live(pause.making { Part() }, .base)
      live(
        { (base: Part) async throws -> Part in Part([base]) }, .user, in: House.self,
        taking: Takes(.base))
    }
    let start = root.starting()
    await pause.begins()
    let found = await routeFailure { try await root.withScope(House(name: "blue")) {} }
    #expect(found?.message == "Part was requested while the registry is starting, and is not started yet")
    #expect(found?.remedy == "request it after start() has returned")
    pause.end()
    #expect(await start.value == nil)
    try await root.withScope(House(name: "blue")) { _ = try Registry.current(.user) }
  }

  /// Returns an extension with a pause in the start of its base, and with an instance that needs one on demand.
  private func `extension`(
    making: @escaping @Sendable () -> Void = {},
    requesting: @escaping @Sendable (Registry) -> Void = { _ in }
  ) async throws -> Registry {
    let base = try Registry {
      live(pause.making { Part() }, .base)
    }
    let registry = try base.extending {
      live({ (base: Part) in Part([base]) }, .other, .eager, taking: Takes(.base))
      live({ () async throws -> Part in Part() }, .slow, .onDemand)
      live(
        { [journal] (slow: Part) in
          making()
          journal.write("make user")
          return Part([slow])
        }, .user, .eager, taking: Takes(.slow), stopping: { $0.stop() })
      Route(Part.self) {
        Service(.added)
        Requires(.user)
      } make: { routes in
        requesting(routes.registry)
        return Part([try routes(.user)])
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

  @Test(arguments: [false, true])
  func `requests during a start don't make or get an instance that belongs to it`(isMaking: Bool) async throws
  {
    let slow = ThreadPause()
    let registry = try await `extension`(making: { if isMaking { slow.take() } })
    async let earlier = onThread { isMaking ? registry.refusal(of: .user) : nil }
    if isMaking { await slow.begins() }
    let start = try await begin(registry)
    slow.end()
    // The start takes an instance over that a request is making.
    #expect(await earlier?.code == (isMaking ? .notStarted : nil))
    #expect(registry.refusal(of: .user)?.code == .notStarted)
    #expect(journal.all == (isMaking ? ["make user"] : []))
    let waiting = Task { try await registry.started(.user) }
    #expect(try await inTime { try await registry.started(.slow) } === registry(.slow))
    pause.end()
    try await start.value
    let user = try registry(.user)
    #expect(try await waiting.value === user)
    #expect(journal.all == ["make user"])
    await registry.stop()
    #expect(user.isStopped)
  }

  @Test func `a request that a start overtakes waits for it`() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) else { return }
    let start = Lock<Task<Void, any Error>?>(nil)
    let registry = try await `extension`(requesting: { registry in
      start.withLock { start in
        if start == nil { start = Task.immediate { try await registry.start() } }
      }
    })
    let added = Task { try await registry.started(.added) }
    #expect(try await becomesTrue { registry.lifecycle?.phase == .starting })
    pause.end()
    #expect(try await added.value.parts.first === registry(.user))
    #expect(journal.all == ["make user"])
    try await start.withLock(\.self)?.value
  }

  @Test func `a Stopping closure gets an instance that a failed start hasn't ended yet`() async throws {
    let registry = try Registry {
      live({ () async throws -> Part in Part() }, .base, stopping: { $0.stop() })
      live(
        { (base: Part) in Part([base]) }, .user, taking: Takes(.base), starting: { _ in },
        stopping: { [journal] _ in journal.write("open \(try !Registry.current(.base).isStopped)") })
      live({ (user: Part) async throws -> Part in throw Mistake() }, .other, taking: Takes(.user))
    }
    await #expect(throws: RouteError.self) { try await registry.start() }
    #expect(journal.all == ["open true"])
  }

  @Test func `a task that outlives its Starting closure waits for the start`() async throws {
    let (ended, proceed) = (Gate(), Gate())
    let registry = try Registry {
      live({ () async throws -> Part in Part() }, .base)
      live(
        { (base: Part) in Part([base]) }, .user, taking: Takes(.base),
        starting: { [journal] _ in
          Task {
            await ended.pass()
            let found = Registry.current.refusal(of: .base)
            journal.write("\(found?.message ?? "") \(found?.remedy ?? "")")
            proceed.open()
          }
        })
      live(
        { (user: Part) async throws -> Part in
          ended.open()
          await proceed.pass()
          return Part([user])
        }, .other, taking: Takes(.user))
    }
    try await registry.start()
    #expect(
      journal.all == [
        "Part was requested while the registry is starting, and is not started yet request it after start() has returned"
      ])
    await registry.stop()
  }

  // MARK: - Stops

  @Test(arguments: LifecyclePlace.allCases)
  fileprivate func `nothing that stops is handed out`(_ place: LifecyclePlace) async throws {
    let registry = try place.registry {
      live(
        { () async throws -> Part in Part() }, .base, in: place.scope,
        stopping: { [pause] in
          await pause.take()
          $0.stop()
        })
      live(
        { (base: Part) in Part([base]) }, .user, in: place.scope, taking: Takes(.base),
        stopping: { [journal, pause] user in
          await pause.take()
          // The part hasn't begun to stop, and nothing with a life cycle is made anew.
          journal.write("\((try? Registry.current(.base))?.isStopped ?? true)")
          journal.write("\(Registry.current.refusal(of: .slow) == nil)")
          user.stop()
        })
      live({ (base: Part) in Part([base]) }, .other, in: place.scope, taking: Takes(.base))
      live({ Part() }, .slow, in: place.scope, stopping: { _ in })
      live({ Part() }, .added, in: place.scope)
    }
    try await registry.start()
    _ = try (registry(.user), registry(.other), registry(.added))
    let stop = Task { if place.isScope { await registry.close() } else { await registry.stop() } }
    await pause.begins()
    for isLast in [false, true] {
      for token in [RoutableService<Part>(.base), .user, .other, .slow] {
        let found = registry.refusal(of: token)
        #expect(found?.code == (place.isScope ? .scopeClosed : .notStarted))
        let started = await routeFailure { _ = try await registry.started(token) }
        #expect(started?.code == found?.code)
      }
      // Plain instances of a root stay.
      #expect((registry.refusal(of: .added) == nil) == !place.isScope)
      guard !isLast else { break }
      pause.end()
      await stop.value
    }
    #expect(journal.all == ["false", "false"])
  }

  @Test func `limits end with their operations`() async throws {
    let root = try Registry {
      live(
        { (_: House) in Part() }, .base, in: House.self, stopLimit: .seconds(3_600), stopping: { _ in })
    }
    let before = TimeLimits.count
    for _ in 0..<100 { try await root.withScope(House(name: "blue")) { _ = try Registry.current(.base) } }
    // Other tests also have limits.
    #expect(try await becomesTrue { TimeLimits.count < before + 100 })
  }

  // MARK: - Closing by others

  @Test(arguments: [false, true], [false, true])
  func `an operation doesn't succeed in a scope that somebody closes`(
    closesAround: Bool, isClosing: Bool
  ) async throws {
    let root = try Registry {
      live(
        { (_: Room) async throws -> Part in Part() }, .base, in: Room.self,
        outcome: journal.outcome(of: "base"))
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
    #expect(journal.all == ["base: scopeClosed"])
  }
}
