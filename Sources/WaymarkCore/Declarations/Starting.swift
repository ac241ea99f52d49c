import WaymarkRuntime

/// An entry with an operation that starts a kept instance after its creation.
///
///     Route(JobQueue.init(database:)) {
///       Service(.jobs)
///       Singleton()
///       Starting { try await $0.begin() }
///       Stopping { await $0.drain() }
///     }
///
/// ``Registry/start()`` creates the instance and runs the closure after the start of the route's dependencies. Until
/// the whole start has succeeded, only its own factories and closures get the instance. Other requests throw
/// `notStarted`. Several such entries run in order.
///
/// The closure doesn't belong to an actor, so calls to a view need `await`. If the closure throws, the instance isn't
/// started and won't be stopped, so the closure has to undo its own changes.
public struct Starting<Destination>: Sendable {
  let limit: Duration?
  let start: @concurrent @Sendable (Destination) async throws -> Void

  /// Creates the entry.
  ///
  ///     Route(FileDatabase.open(clock:)) {
  ///       Service(.database)
  ///       Singleton()
  ///       Starting(within: .seconds(5)) { try await $0.migrate() }
  ///     }
  ///
  /// - Parameters:
  ///   - limit: The duration after which the start fails. It's for the whole start of the instance: its asynchronous
  ///     factory and all its closures. The shortest limit of several entries counts. Waymark then cancels the task of
  ///     the operation and doesn't wait for it. If the factory returns later, Waymark only stops the instance.
  ///   - start: Starts the instance. It should end early if its task is canceled.
  public init(
    within limit: Duration? = nil, _ start: @escaping @concurrent @Sendable (Destination) async throws -> Void
  ) {
    self.limit = limit
    self.start = start
  }

  /// The entry as data.
  fileprivate var value: RouteEntryValue {
    RouteEntryValue(
      .lifecycle(.starting(within: limit) { [start] box in try await start(box.value(as: Destination.self)) })
    )
  }
}

/// The result of the operation that a scope was open for.
///
///     Route(Transaction.init(clock:)) {
///       Service(.transaction)
///       Scoped(to: Visit.self)
///       Stopping { transaction, outcome in
///         switch outcome {
///         case .finished: try await transaction.commit()
///         case .failed: await transaction.rollback()
///         }
///       }
///     }
public enum ScopeOutcome: Sendable {
  /// The operation returned, or the registry was stopped or closed without an operation.
  case finished
  /// The operation threw this error, or didn't begin because of it.
  ///
  /// The error is `scopeClosed` if the scope was closed during the operation. Then
  /// ``Registry/withScope(_:fileID:line:operation:)`` and ``Registry/closing(_:)`` throw it, even if the operation
  /// returned a value.
  case failed(any Error)
}

/// An entry with an operation that stops a kept instance.
///
///     Route(FileDatabase.open(clock:)) {
///       Service(.database)
///       Singleton()
///       Stopping { await $0.close() }
///     }
///
/// ``Registry/stop()`` runs the closure after all instances that need this one have stopped, and before the instance's
/// dependencies stop. Instances that don't need each other stop at the same time. For a ``Scoped`` route,
/// ``Registry/close()`` runs the closure. Several such entries of one route run in reverse order.
///
/// If a closure throws or exceeds its limit, ``ObservesLifecycle`` and ``ReportsErrors`` receive the error, and the
/// others still run.
public struct Stopping<Destination>: Sendable {
  let limit: Duration
  let stop: @concurrent @Sendable (Destination, ScopeOutcome) async throws -> Void

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - limit: The duration after which Waymark cancels the closure's task and doesn't wait for it.
  ///   - stop: Stops the instance. Canceling the task that stops the registry doesn't cancel it.
  public init(
    within limit: Duration = .seconds(10),
    _ stop: @escaping @concurrent @Sendable (Destination) async throws -> Void
  ) {
    self.limit = limit
    self.stop = { instance, _ in try await stop(instance) }
  }

  /// Creates an entry with the outcome of the scope's operation, for example to commit or roll back a transaction.
  ///
  /// - Parameters:
  ///   - limit: The duration after which Waymark cancels the closure's task and doesn't wait for it.
  ///   - stop: Stops the instance, with the outcome of the operation of
  ///     ``Registry/withScope(_:fileID:line:operation:)``, ``Registry/closing(_:)``, or ``Registry/run(_:)``. It's
  ///     `failed` if the start that has created the instance fails. It's `finished` for ``Registry/stop()``, and
  ///     for ``Registry/close()`` except during an operation.
  public init(
    within limit: Duration = .seconds(10),
    _ stop: @escaping @concurrent @Sendable (Destination, _ outcome: ScopeOutcome) async throws -> Void
  ) {
    self.limit = limit
    self.stop = stop
  }

  /// The entry as data.
  fileprivate var value: RouteEntryValue {
    RouteEntryValue(
      .lifecycle(
        .stopping(within: limit) { [stop] box, outcome in
          try await stop(box.value(as: Destination.self), outcome)
        }))
  }
}

@_documentation(visibility: internal)
extension RouteEntryBuilder {
  /// Adds an operation that starts the instance.
  @_disfavoredOverload
  public static func buildExpression(_ entry: Starting<Destination>) -> Entries<EntryContents.Neutral> {
    Entries(InlineList(entry.value))
  }

  /// Adds an operation that stops the instance.
  @_disfavoredOverload
  public static func buildExpression(_ entry: Stopping<Destination>) -> Entries<EntryContents.Neutral> {
    Entries(InlineList(entry.value))
  }
}

enum LifecycleEntry: Sendable {
  typealias Work = @concurrent @Sendable (_ instance: ValueBox) async throws -> Void

  typealias StopWork =
    @concurrent @Sendable (_ instance: ValueBox, _ outcome: ScopeOutcome) async throws -> Void

  case starting(within: Duration?, Work)
  case stopping(within: Duration, StopWork)
  case eager
  case onDemand
}

/// The start and stop operations of a kept instance.
struct RouteLifecycle: Sendable {
  private(set) var starting: [LifecycleEntry.Work] = []
  /// The limit for the whole start of the instance.
  private(set) var startLimit: Duration?
  /// The operations that stop the instance, in order, each with its limit.
  private(set) var stopping: [(limit: Duration, work: LifecycleEntry.StopWork)] = []
  /// Whether the start of the registry creates the instance.
  private(set) var isEager = false
  /// Whether the start of the registry leaves the instance alone.
  private(set) var isOnDemand = false

  func adding(_ entry: LifecycleEntry) -> Self {
    var result = self
    switch entry {
    case .starting(let limit, let work):
      result.starting.append(work)
      if let limit { result.startLimit = min(limit.sleepable, startLimit ?? limit.sleepable) }
    case .stopping(let limit, let work): result.stopping.insert((limit.sleepable, work), at: 0)
    case .eager: result.isEager = true
    case .onDemand: result.isOnDemand = true
    }
    return result
  }

  /// The entries as source text, for messages.
  var names: [String] {
    (isEager ? ["Eager()"] : []) + (isOnDemand ? ["OnDemand()"] : []) + (starting.isEmpty ? [] : ["Starting"])
      + (stopping.isEmpty ? [] : ["Stopping"])
  }
}

extension Duration {
  /// The duration, or 100 years if it's longer: a task that sleeps for the longest durations ends the process.
  package var sleepable: Duration { min(self, .seconds(100 * 366 * 86_400)) }
}

/// An asynchronous factory of a destination.
final class AsynchronousFactory: Sendable {
  typealias Make = @concurrent @Sendable (any AsynchronousRequest) async throws -> ValueBox

  let make: Make

  init(_ make: @escaping Make) { self.make = make }
}

/// The start of a route's instance, for its asynchronous factory.
protocol AsynchronousRequest: Sendable {
  var resolver: Resolver { get }

  /// Runs a synchronous part of the factory as one level of the thread's resolution stack.
  func resolve(_ body: () throws -> Void) throws
}

extension AsynchronousRequest {
  /// Returns the result of a synchronous part of the factory.
  func resolving<Result>(_ body: (Resolver) throws -> Result) throws -> Result {
    var result: Result?
    try resolve { result = try body(resolver) }
    guard let result else { preconditionFailure("resolve runs its body") }
    return result
  }
}

extension RouteDeclaration {
  /// Whether only a start provides the instance, with an asynchronous factory or a start operation.
  package var needsStart: Bool { factory.asynchronous != nil || !(lifecycle?.starting.isEmpty ?? true) }

  /// Whether the instance starts by itself or on demand.
  var isStarted: Bool { needsStart || lifecycle?.isEager ?? false }

  /// Whether `start()` leaves the instance alone, unless another one needs it.
  var isOnDemand: Bool { lifecycle?.isOnDemand ?? false && needsStart }

  var isKeptToTheEnd: Bool { lifetime == .singleton || lifetime == .scoped }
}
