import SeededTesting
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private typealias Database = NumberedPart<Zero, TrackedInstance>
private typealias Mailbox = NumberedPart<Next<Zero>, TrackedInstance>
private typealias Connection = NumberedPart<Next<Next<Zero>>, TrackedInstance>
private typealias Buffer = NumberedPart<Next<Next<Next<Zero>>>, TrackedInstance>

extension RoutableService<Database> { fileprivate static var database: Self { declared() } }
extension RoutableService<Mailbox> { fileprivate static var mailbox: Self { declared() } }
extension RoutableService<Connection> { fileprivate static var connection: Self { declared() } }
extension RoutableService<Buffer> { fileprivate static var buffer: Self { declared() } }

/// An open scope, or one that was closed.
private final class Place: Sendable {
  let key: String
  let registry: Registry
  let isSession: Bool
  /// Whether requests inside can be open, so that only closing stops the instances that they use.
  let hasInner: Bool
  private let closed = Lock(false)
  var isClosed: Bool { closed.withLock(\.self) }

  init(_ key: String, _ registry: Registry, isSession: Bool, hasInner: Bool) {
    self.key = key
    self.registry = registry
    self.isSession = isSession
    self.hasInner = hasInner
  }

  func noteClosed() { closed.withLock { $0 = true } }
}

/// A program with tasks that open, use, and close scopes at random.
private final class ClosingModel: RouteVocabulary, Sendable {
  struct State {
    var number = 0
    var places: [Place] = []
  }

  let world = TrackedWorld()
  private let state = Lock(State())

  /// Returns the routes of an application, or of one that replaces all of them.
  ///
  /// - Parameter space: Distinguishes scopes that have the same value.
  @RoutesBuilder func routes(_ space: String) -> Routes {
    live({ (session: UserSession) in Counters(name: session.user) }, .metrics, in: UserSession.self)
    live(
      { (routes: Resolver) async throws -> Mailbox in
        await Task.yield()
        return Mailbox(self.instance("mailbox", space, routes, [try routes(.database).content]))
      }, .mailbox, in: UserSession.self, requiring: Requires(.database), stopping: Self.stopLater)
    live(
      { (routes: Resolver) in
        Connection(self.instance("connection", space, routes, [try routes(.mailbox).content]))
      }, .connection, in: WebRequest.self, requiring: Requires(.mailbox),
      starting: { _ in await Task.yield() }, stopping: Self.stopLater)
    live(
      { (routes: Resolver) in Buffer(self.instance("buffer", space, routes, [])) }, .buffer,
      in: WebRequest.self, stopping: { $0.content.stop() })
  }

  @concurrent @Sendable private static func stopLater<N>(_ part: NumberedPart<N, TrackedInstance>) async {
    await Task.yield()
    part.content.stop()
  }

  func application() throws(RegistryError) -> Registry {
    try Registry {
      routes("")
      live(
        { Database(TrackedInstance("database", [], self.world)) }, .database,
        stopping: { $0.content.stop() })
    }
  }

  private func instance(
    _ kind: String, _ space: String, _ routes: Resolver, _ needs: [TrackedInstance]
  ) -> TrackedInstance {
    let session = routes.scope(UserSession.self)?.user ?? "-"
    return TrackedInstance(
      "\(space)\(session)\(routes.scope(WebRequest.self)?.path ?? "") \(kind)", needs, world)
  }

  // MARK: - Operations

  private func nextNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  private func place(_ generator: inout SeededGenerator, where isSuitable: (Place) -> Bool = { _ in true })
    -> Place?
  {
    state.withLock { $0.places.filter(isSuitable) }.randomElement(using: &generator)
  }

  private func add(_ place: Place) {
    state.withLock { state in
      state.places.append(place)
      // Requests go to closed places for a while.
      if state.places.count > 24, let closed = state.places.firstIndex(where: \.isClosed) {
        state.places.remove(at: closed)
      }
    }
  }

  private func expect(_ codes: Set<RouteError.Code>, _ error: any Error, _ operation: String) {
    guard let code = (error as? RouteError)?.code, codes.contains(code) else {
      return world.report("\(operation) throws \(error)")
    }
  }

  func openSession(_ application: Registry) async throws {
    let user = "user\(nextNumber())"
    let session = try application.opening(UserSession(user: user))
    add(Place(user, session, isSession: true, hasInner: true))
    do { try await session.start() } catch { expect([.scopeClosed], error, "starting a session") }
  }

  func openRequest(_ generator: inout SeededGenerator) {
    guard let outer = place(&generator, where: { $0.isSession && $0.hasInner }) else { return }
    let path = "/\(nextNumber())"
    do {
      let isClosed = outer.isClosed
      let request = try outer.registry.opening(WebRequest(path: path))
      if isClosed { world.report("\(path) is opened in a closed scope") }
      add(Place(outer.key + path, request, isSession: false, hasInner: false))
    } catch {
      expect([.scopeClosed], error, "opening a request")
    }
  }

  func override(_ generator: inout SeededGenerator) async throws {
    guard let place = place(&generator, where: { $0.isSession && $0.hasInner }) else { return }
    let space = "override\(nextNumber())/"
    let registry = try place.registry.overriding {
      self.routes(space)
      Route({ Database(TrackedInstance("other", [], TrackedWorld())) }) { Service(.database) }
    }
    self.add(Place(space + place.key, registry, isSession: true, hasInner: false))
  }

  func resolve(_ generator: inout SeededGenerator) {
    guard let place = place(&generator) else { return }
    let (isClosed, kind) = (place.isClosed, Int.random(in: 0..<5, using: &generator))
    do {
      switch kind {
      case 0: _ = try place.registry.makeDestination(to: .mailbox)
      case 1: _ = try place.registry.makeDestination(to: .connection)
      case 2: _ = try place.registry.makeDestination(to: .buffer)
      case 3: _ = try place.registry.makeDestination(to: .database)
      default:
        let user = try place.registry.makeDestination(to: .metrics).name
        if !place.key.contains(user) { world.report("\(place.key) has the instance of \(user)") }
      }
      if isClosed { world.report("\(place.key) makes instances after it was closed") }
    } catch {
      expect(isClosed ? [.scopeClosed] : [.scopeClosed, .notStarted, .scopeNotOpen], error, "a request")
    }
  }

  func start(_ generator: inout SeededGenerator) async {
    guard let place = place(&generator) else { return }
    let isClosed = place.isClosed
    do {
      try await place.registry.start()
      if isClosed { world.report("\(place.key) is started after it was closed") }
    } catch {
      expect(
        isClosed ? [.scopeClosed] : [.scopeClosed, .notStarted, .startInterrupted], error, "a start")
    }
  }

  func stop(_ generator: inout SeededGenerator) async {
    guard let place = place(&generator, where: { !$0.hasInner }) else { return }
    await place.registry.stop()
  }

  func close(_ generator: inout SeededGenerator) async {
    // Sessions are closed less often, so that they have requests.
    let isSession = Int.random(in: 0..<4, using: &generator) == 0
    guard let place = place(&generator, where: { $0.isSession == isSession }) else { return }
    await close(place)
  }

  func close(_ place: Place) async {
    await place.registry.close()
    place.noteClosed()
    for name in world.left where name.hasPrefix(place.key + " ") || name.hasPrefix(place.key + "/") {
      world.report("\(name) isn't stopped with its scope")
    }
  }

  func closeAll() async {
    await withTaskGroup { group in
      for place in state.withLock(\.places) { group.addTask { await self.close(place) } }
    }
  }
}

@Suite("Scopes that tasks open, use, and close at random", .timeLimit(.minutes(10)))
struct RandomClosingTests: RouteVocabulary {
  @Test(arguments: try Seeds.first(2)) func `each started instance stops once, in order`(seed: UInt64)
    async throws
  {
    let model = ClosingModel()
    let application = try model.application()
    try await application.start()
    try await withThrowingTaskGroup { group in
      for task in 0..<8 as Range<UInt64> {
        group.addTask {
          var generator = SeededGenerator(seed: seed &* 8 &+ task)
          for _ in 0..<1_250 {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0...1: try await model.openSession(application)
            case 2...5: model.openRequest(&generator)
            case 6: try await model.override(&generator)
            case 7...12: model.resolve(&generator)
            case 13...15: await model.start(&generator)
            case 16: await model.stop(&generator)
            default: await model.close(&generator)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    await model.closeAll()
    await application.stop()
    let mistakes = model.world.problems
    #expect(mistakes.isEmpty, "\(mistakes.count) mistakes, the first of which are \(mistakes.prefix(5))")
    #expect(model.world.left == [])
  }
}
