import WaymarkRuntime

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
  /// Adds work that stops the instance.
  public static func buildExpression(_ entry: Stopping<Destination>) -> Entries<EntryContents.Neutral> {
    Entries(InlineList(entry.value))
  }
}
