import WaymarkRuntime

/// An entry that does the work by which a kept instance begins its service, after it was made.
///
///     Route(JobQueue.init(database:)) {
///       Service(.jobs)
///       Singleton()
///       Starting { try await $0.begin() }
///       Stopping { await $0.drain() }
///     }
///
/// ``Registry/start()`` makes the instance and runs the closure, after everything that the route needs was started.
/// Until the closure has returned, a request for the instance throws `notStarted`. Several such entries run in order.
///
/// The closure isn't bound to an actor; what it calls of a view takes an `await`. If it throws, the instance isn't
/// started, so it isn't stopped either: the closure undoes what it has done.
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

/// An entry that ends the service of a kept instance.
///
///     Route(FileDatabase.open(clock:)) {
///       Service(.database)
///       Singleton()
///       Stopping { await $0.close() }
///     }
///
/// ``Registry/stop()`` runs the closures of all started instances, in the reverse order of their start, and those of
/// instances that were made when they were requested. For what's ``Scoped``, ``Registry/close()`` runs them. Several
/// such entries of one route run in reverse order.
///
/// A closure that throws, or takes longer than its limit, is reported to ``ObservesLifecycle`` and ``ReportsErrors``,
/// and the others run all the same.
public struct Stopping<Destination>: Sendable {
  let limit: Duration
  let stop: @concurrent @Sendable (Destination) async throws -> Void

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - limit: How long the closure may take. After that, its task is canceled, and no one waits for it.
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
  /// Adds work that starts the instance.
  public static func buildExpression(_ entry: Starting<Destination>) -> Entries<EntryContents.Neutral> {
    Entries(InlineList(entry.value))
  }

  /// Adds work that stops the instance.
  public static func buildExpression(_ entry: Stopping<Destination>) -> Entries<EntryContents.Neutral> {
    Entries(InlineList(entry.value))
  }
}

/// One entry about the start and the end of a kept instance.
enum LifecycleEntry: Sendable {
  typealias Work = @concurrent @Sendable (_ instance: ValueBox) async throws -> Void

  case starting(Work)
  case stopping(within: Duration, Work)
  case eager
}

/// What's done with the kept instance of a route besides making it.
struct RouteLifecycle: Sendable {
  /// The work that starts the instance, in order.
  private(set) var starting: [LifecycleEntry.Work] = []
  /// The work that stops the instance, in order, each with its limit.
  private(set) var stopping: [(limit: Duration, work: LifecycleEntry.Work)] = []
  /// Whether the instance is made when the registry is started.
  private(set) var isEager = false

  /// Returns these entries and another one.
  func adding(_ entry: LifecycleEntry) -> Self {
    var result = self
    switch entry {
    case .starting(let work): result.starting.append(work)
    case .stopping(let limit, let work): result.stopping.insert((limit, work), at: 0)
    case .eager: result.isEager = true
    }
    return result
  }

  /// The entries as they're written, for messages.
  var names: [String] {
    (isEager ? ["Eager()"] : []) + (starting.isEmpty ? [] : ["Starting"])
      + (stopping.isEmpty ? [] : ["Stopping"])
  }
}

/// A factory that takes asynchronous work to make a destination.
final class AsynchronousFactory: Sendable {
  typealias Make = @concurrent @Sendable (any AsynchronousRequest) async throws -> ValueBox

  /// The function that makes a destination, as a box of its value.
  let make: Make

  init(_ make: @escaping Make) { self.make = make }
}

/// The start of a route's instance, as its asynchronous factory sees it.
protocol AsynchronousRequest: Sendable {
  /// The resolver for the factory's dependencies.
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
  /// Whether only `start()` provides the instance: it takes asynchronous work to make or to start.
  var needsStart: Bool { factory.asynchronous != nil || !(lifecycle?.starting.isEmpty ?? true) }

  /// Whether `start()` makes the instance.
  var isStarted: Bool { needsStart || lifecycle?.isEager ?? false }

  /// Whether the route's instance is kept until its registry or scope ends.
  var isKeptToTheEnd: Bool { lifetime == .singleton || lifetime == .scoped }
}
