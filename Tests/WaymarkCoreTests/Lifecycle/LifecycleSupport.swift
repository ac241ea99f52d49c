import SharedFixtures
import WaymarkRuntime

@testable import WaymarkCore

// MARK: - Registries

/// The registry that keeps the instances of a test.
enum LifecyclePlace: CaseIterable {
  case root, `extension`, scope, innerScope

  var isScope: Bool { self == .scope || self == .innerScope }
  var scope: any RouteScope.Type {
    switch self {
    case .root, .extension: RootScope.self
    case .scope: Login.self
    case .innerScope: Visit.self
    }
  }

  func registry(@RoutesBuilder _ routes: () -> Routes) throws -> Registry {
    let root = try Registry { if self != .extension { routes() } }
    switch self {
    case .root: return root
    case .extension: return try root.extending { routes() }
    case .scope: return try root.opening(Login(user: "ann"))
    case .innerScope: return try root.opening(Login(user: "ann")).opening(Visit(path: "/"))
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

/// Points where operations wait until the test ends them.
final class Gates<Operation: Hashable & Sendable>: Sendable {
  private struct State {
    var promises: [Operation: Promise<Bool>] = [:]
    var end: Bool?
  }

  private let state = Lock(State())

  /// The operations that wait.
  var operations: Set<Operation> { state.withLock { Set($0.promises.keys) } }

  /// Waits until the test ends an operation, and returns whether the operation succeeds.
  func wait(for operation: Operation) async -> Bool {
    let promise = Promise<Bool>()
    let end = state.withLock { state in
      if state.end == nil { state.promises[operation] = promise }
      return state.end
    }
    if let end { return end }
    return await promise.value
  }

  func end(_ operation: Operation, successfully isSuccess: Bool = true) {
    state.withLock { $0.promises.removeValue(forKey: operation) }?.set(isSuccess)
  }

  /// Ends all operations that wait or will.
  func endAll(successfully isSuccess: Bool) {
    let promises = state.withLock { state in
      defer { state = State(end: isSuccess) }
      return state.promises
    }
    for promise in promises.values { promise.set(isSuccess) }
  }
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
