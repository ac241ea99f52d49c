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
/// The closure doesn't belong to an actor, so calls to a view need `await`, and the type of the view has to be
/// `Sendable`, as a class on the main actor is. If the closure throws, the instance isn't started and won't be stopped,
/// so the closure has to undo its own changes. If a stop, or the failure of another instance, ends the start before the
/// closure begins, Waymark only stops the instance.
public struct Starting<Destination>: Sendable {
  /// The entry as data.
  fileprivate let value: RouteEntryValue

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
  ///     the operation and doesn't wait for it. If the operation returns later, Waymark only stops the instance.
  ///   - start: Starts the instance. It should end early if its task is canceled.
  public init(
    within limit: Duration? = nil, _ start: @escaping @concurrent @Sendable (Destination) async throws -> Void
  ) {
    value = RouteEntryValue { entries in
      entries.lifecycle.starting.append { box in try await start(box.value(as: Destination.self)) }
      guard let limit = limit?.sleepable else { return }
      entries.lifecycle.startLimit = min(limit, entries.lifecycle.startLimit ?? limit)
    }
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
  /// The entry as data.
  fileprivate let value: RouteEntryValue

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - limit: The duration after which Waymark cancels the closure's task and doesn't wait for it.
  ///   - stop: Stops the instance. Canceling the task that stops the registry doesn't cancel it.
  public init(
    within limit: Duration = .seconds(10),
    _ stop: @escaping @concurrent @Sendable (Destination) async throws -> Void
  ) {
    self.init(within: limit) { instance, _ in try await stop(instance) }
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
    let work: RouteLifecycle.StopWork = { box, outcome in
      try await stop(box.value(as: Destination.self), outcome)
    }
    value = RouteEntryValue { $0.lifecycle.stopping.insert((limit.sleepable, work), at: 0) }
  }
}

@_documentation(visibility: internal)
extension RouteEntryBuilder {
  /// Adds an operation that starts the instance.
  @_disfavoredOverload
  public static func buildExpression(
    _ entry: Starting<Destination>
  ) -> Entries<EntryContents.Neutral> where Destination: Sendable {
    Entries(entry.value)
  }

  /// Adds an operation that stops the instance.
  @_disfavoredOverload
  public static func buildExpression(
    _ entry: Stopping<Destination>
  ) -> Entries<EntryContents.Neutral> where Destination: Sendable {
    Entries(entry.value)
  }
}

/// The start and stop operations of a kept instance.
struct RouteLifecycle: Sendable {
  typealias StartWork = @concurrent @Sendable (_ instance: ValueBox) async throws -> Void
  typealias StopWork =
    @concurrent @Sendable (_ instance: ValueBox, _ outcome: ScopeOutcome) async throws -> Void

  var starting: [StartWork] = []
  /// The limit for the whole start of the instance.
  var startLimit: Duration?
  /// The operations that stop the instance, in order, each with its limit.
  var stopping: [(limit: Duration, work: StopWork)] = []
  /// Whether the start of the registry creates the instance.
  var isEager = false
  /// Whether the start of the registry leaves the instance alone.
  var isOnDemand = false

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

extension RouteDeclaration {
  /// Whether only a start provides the instance, with an asynchronous factory or a start operation.
  package var needsStart: Bool { factory.asynchronous != nil || !(lifecycle?.starting.isEmpty ?? true) }

  /// Whether the instance starts by itself or on demand.
  var isStarted: Bool { needsStart || lifecycle?.isEager ?? false }

  /// Whether `start()` leaves the instance alone, unless another one needs it.
  var isOnDemand: Bool { lifecycle?.isOnDemand ?? false && needsStart }

  /// Whether the registry or the scope keeps the instance to the end, so that it can also keep conversions.
  var isKeptToTheEnd: Bool { lifetime == .singleton || lifetime == .scoped }
}
