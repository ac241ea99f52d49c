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
/// the closure has returned, a request for the instance throws `notStarted`. Several such entries run in order.
///
/// The closure doesn't belong to an actor, so calls to a view need `await`. If the closure throws, the instance isn't
/// started and won't be stopped, so the closure has to undo its own changes.
public struct Starting<Destination>: Sendable {
  let start: @concurrent @Sendable (Destination) async throws -> Void

  /// Creates the entry.
  ///
  /// - Parameter start: Starts the instance. It should end early if its task is canceled.
  @preconcurrency
  public init(_ start: @escaping @concurrent @Sendable (Destination) async throws -> Void) {
    self.start = start
  }

  /// The entry as data.
  fileprivate var value: RouteEntryValue {
    RouteEntryValue(.lifecycle(.starting { [start] box in try await start(box.value(as: Destination.self)) }))
  }
}

/// An entry with an operation that stops a kept instance.
///
///     Route(FileDatabase.open(clock:)) {
///       Service(.database)
///       Singleton()
///       Stopping { await $0.close() }
///     }
///
/// ``Registry/stop()`` runs the closures of all started instances, in the reverse order of their start, and of
/// instances created on request. For a ``Scoped`` route, ``Registry/close()`` runs them. Several such entries of one
/// route run in reverse order.
///
/// If a closure throws or exceeds its limit, ``ObservesLifecycle`` and ``ReportsErrors`` receive the error, and the
/// others still run.
public struct Stopping<Destination>: Sendable {
  let limit: Duration
  let stop: @concurrent @Sendable (Destination) async throws -> Void

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - limit: The duration after which Waymark cancels the closure's task and doesn't wait for it.
  ///   - stop: Stops the instance. Canceling the task that stops the registry doesn't cancel it.
  @preconcurrency
  public init(
    within limit: Duration = .seconds(10),
    _ stop: @escaping @concurrent @Sendable (Destination) async throws -> Void
  ) {
    self.limit = limit
    self.stop = stop
  }

  /// The entry as data.
  fileprivate var value: RouteEntryValue {
    RouteEntryValue(
      .lifecycle(.stopping(within: limit) { [stop] box in try await stop(box.value(as: Destination.self)) }))
  }
}

extension RouteEntryBuilder {
  /// Adds an operation that starts the instance.
  public static func buildExpression(_ entry: Starting<Destination>) -> Entries<EntryContents.Neutral> {
    Entries(InlineList(entry.value))
  }

  /// Adds an operation that stops the instance.
  public static func buildExpression(_ entry: Stopping<Destination>) -> Entries<EntryContents.Neutral> {
    Entries(InlineList(entry.value))
  }
}

enum LifecycleEntry: Sendable {
  typealias Work = @concurrent @Sendable (_ instance: ValueBox) async throws -> Void

  case starting(Work)
  case stopping(within: Duration, Work)
  case eager
}

/// The start and stop operations of a kept instance.
struct RouteLifecycle: Sendable {
  private(set) var starting: [LifecycleEntry.Work] = []
  /// The operations that stop the instance, in order, each with its limit.
  private(set) var stopping: [(limit: Duration, work: LifecycleEntry.Work)] = []
  /// Whether the start of the registry creates the instance.
  private(set) var isEager = false

  func adding(_ entry: LifecycleEntry) -> Self {
    var result = self
    switch entry {
    case .starting(let work): result.starting.append(work)
    case .stopping(let limit, let work): result.stopping.insert((limit, work), at: 0)
    case .eager: result.isEager = true
    }
    return result
  }

  /// The entries as source text, for messages.
  var names: [String] {
    (isEager ? ["Eager()"] : []) + (starting.isEmpty ? [] : ["Starting"])
      + (stopping.isEmpty ? [] : ["Stopping"])
  }
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
  /// Whether only `start()` provides the instance, with an asynchronous factory or a start operation.
  var needsStart: Bool { factory.asynchronous != nil || !(lifecycle?.starting.isEmpty ?? true) }

  var isStarted: Bool { needsStart || lifecycle?.isEager ?? false }

  var isKeptToTheEnd: Bool { lifetime == .singleton || lifetime == .scoped }
}
