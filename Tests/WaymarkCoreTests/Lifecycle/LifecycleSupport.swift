import SharedFixtures
import WaymarkRuntime

@testable import WaymarkCore

// MARK: - Routes

/// The work of an instance at its start or its stop.
typealias InstanceWork<Made> = @concurrent @Sendable (Made) async throws -> Void

/// The entry, besides `Starting` and requests, that creates an instance.
enum CreationWay { case plain, eager, onDemand }

/// The entries of a route with an instance that the root or a scope keeps.
@RouteEntryBuilder<Made>
func entries<Made: Sendable, Requested>(
  _ token: RoutableService<Requested>, _ way: CreationWay, _ scope: any RouteScope.Type, _ taking: Takes?,
  _ requiring: [Requires], _ starting: InstanceWork<Made>?, _ stopLimit: Duration,
  _ stopping: InstanceWork<Made>?
) -> RouteEntries<Made, some EntryContents.ServiceRouteContents> {
  if let taking { taking }
  token
  Scoped(to: scope)
  for requirement in requiring { requirement }
  if way == .eager { Eager() }
  if way == .onDemand { OnDemand() }
  if let starting { Starting(starting) }
  if let stopping { Stopping(within: stopLimit, stopping) }
}

/// A route with an instance that the root or a scope keeps, with its operations.
func live<Made: Sendable, Requested>(
  _ make: @escaping @Sendable () throws -> Made, _ token: RoutableService<Requested>,
  _ way: CreationWay = .plain, in scope: any RouteScope.Type = RootScope.self, requiring: Requires? = nil,
  starting: InstanceWork<Made>? = nil, stopLimit: Duration = .seconds(10),
  stopping: InstanceWork<Made>? = nil, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    return entries(token, way, scope, nil, requiring.map { [$0] } ?? [], starting, stopLimit, stopping)
  }
}

func live<Needed, Made: Sendable, Requested>(
  _ make: @escaping @Sendable (Needed) throws -> Made, _ token: RoutableService<Requested>,
  _ way: CreationWay = .plain, in scope: any RouteScope.Type = RootScope.self, taking: Takes? = nil,
  requiring: Requires? = nil, starting: InstanceWork<Made>? = nil, stopLimit: Duration = .seconds(10),
  stopping: InstanceWork<Made>? = nil, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    return entries(token, way, scope, taking, requiring.map { [$0] } ?? [], starting, stopLimit, stopping)
  }
}

@_disfavoredOverload
func live<Made: Sendable, Requested>(
  _ make: @escaping @concurrent @Sendable () async throws -> Made, _ token: RoutableService<Requested>,
  _ way: CreationWay = .plain, in scope: any RouteScope.Type = RootScope.self, requiring: Requires? = nil,
  starting: InstanceWork<Made>? = nil, stopLimit: Duration = .seconds(10),
  stopping: InstanceWork<Made>? = nil, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    return entries(token, way, scope, nil, requiring.map { [$0] } ?? [], starting, stopLimit, stopping)
  }
}

@_disfavoredOverload
func live<Needed, Made: Sendable, Requested>(
  _ make: @escaping @concurrent @Sendable (Needed) async throws -> Made, _ token: RoutableService<Requested>,
  _ way: CreationWay = .plain, in scope: any RouteScope.Type = RootScope.self, taking: Takes? = nil,
  requiring: Requires? = nil, starting: InstanceWork<Made>? = nil, stopLimit: Duration = .seconds(10),
  stopping: InstanceWork<Made>? = nil, fileID: StaticString = #fileID, line: Int = #line
) -> Route {
  Route(make, fileID: fileID, line: line) {
    return entries(token, way, scope, taking, requiring.map { [$0] } ?? [], starting, stopLimit, stopping)
  }
}

extension Journal {
  /// An operation of an instance that only writes a line.
  func writing<Made>(_ line: String) -> InstanceWork<Made> { { _ in self.write(line) } }

  /// A `Stopping` entry that writes the outcome after a name, and fails or not.
  func outcome<Made>(of name: String, isFailing: Bool = false) -> Stopping<Made> {
    Stopping { _, outcome in
      switch outcome {
      case .finished: self.write("\(name): finished")
      case .failed(let error as RouteError): self.write("\(name): \(error.code)")
      case .failed(let error): self.write("\(name): \(error)")
      }
      if isFailing { throw Mistake() }
    }
  }
}

// MARK: - Points where a test stops the time

/// A point where operations wait until the test lets them go on.
final class Pause: Sendable {
  private let begun = Gate()
  private let mayEnd = Gate()

  func take() async {
    begun.open()
    await mayEnd.pass()
  }

  /// Waits as an operation that only its cancellation ends.
  func takeUntilCanceled() async throws {
    begun.open()
    try await Task.sleep(for: .seconds(3_600))
  }

  /// Waits until an operation has come here.
  func begins() async { await begun.pass() }

  func end() { mayEnd.open() }

  /// An operation of an instance that pauses, and fails or not.
  func work<Made>(isFailing: Bool = false) -> InstanceWork<Made> {
    { _ in
      await self.take()
      if isFailing { throw Mistake() }
    }
  }

  /// A factory that pauses.
  func making<Made>(
    _ make: @escaping @Sendable () async throws -> Made
  ) -> @concurrent @Sendable () async throws -> Made {
    {
      await self.take()
      return try await make()
    }
  }

  /// A factory that only its cancellation ends.
  var endlessStorage: @concurrent @Sendable () async throws -> DiskStorage {
    {
      try await self.takeUntilCanceled()
      return try await DiskStorage()
    }
  }
}

/// The same for synchronous factories, which block their thread.
final class ThreadPause: Sendable {
  private let begun = Gate()
  private let mayEnd = ThreadGate()

  func take() {
    begun.open()
    mayEnd.wait()
  }

  func begins() async { await begun.pass() }

  func end() { mayEnd.open() }
}

/// A point that tasks pass when a number of them have come there.
final class Meeting: Sendable {
  private let missing: Lock<Int>
  private let gate = Gate()

  init(of count: Int) { missing = Lock(count) }

  func meet() async {
    let isLast = missing.withLock { missing in
      missing -= 1
      return missing == 0
    }
    if isLast { gate.open() }
    await gate.pass()
  }

  /// Lets all pass who have come or will come.
  func open() { gate.open() }
}

// MARK: - Starts, stops, and states

extension Registry {
  /// The error of a request.
  func refusal<Requested>(of token: RoutableService<Requested>) -> RouteError? {
    error { _ = try self(token) }
  }

  func startFailure() async -> RouteError? { await routeFailure { try await start() } }

  /// Starts in a task, which returns the error.
  func starting() -> Task<(any Error)?, Never> { Task { await failure { try await self.start() } } }

  /// Begins a stop, and waits until requests are refused.
  @MainActor func beginStopping() async throws -> Task<Void, Never> {
    let stop = Task { await self.stop() }
    guard try await becomesTrue({ self.lifecycle?.isStopped == true }) else { throw NotStopping() }
    return stop
  }

  /// Waits until the lifecycle has a number of callers that wait for the start, or for instances on demand.
  func hasCallers(_ count: Int, onDemand: Int = 0) async {
    while lifecycle?.callers ?? 0 != count || lifecycle?.callersOnDemand ?? 0 != onDemand {
      await Task.yield()
    }
  }
}

private struct NotStopping: Error {}

extension Lifecycle {
  /// Whether a failed or canceled start ends its instances, or a stop has been called.
  var isEnding: Bool { phase == .ending || isStopped }

  /// The number of callers that wait for the start in progress.
  var callers: Int { withStateIfUsed { $0.machine.startCallerCount } ?? 0 }

  /// The number of callers that wait for an instance on demand.
  var callersOnDemand: Int { withStateIfUsed { $0.machine.demandCount } ?? 0 }

  /// Cancels the start in progress, as if the task of its only caller were canceled.
  func cancelStart(in registry: Registry) {
    withStateIfUsed { $0.callers.map(\.number) }?.forEach { caller in
      send(in: registry) { $0.canceled(caller) }
    }
  }
}
