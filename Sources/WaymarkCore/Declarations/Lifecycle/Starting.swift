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

extension RouteEntryBuilder {
  /// Adds work that starts the instance.
  public static func buildExpression(_ entry: Starting<Destination>) -> Entries<EntryContents.Neutral> {
    Entries(InlineList(entry.value))
  }
}
