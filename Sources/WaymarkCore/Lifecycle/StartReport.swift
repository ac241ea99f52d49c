import WaymarkRuntime

/// The measured times of a start, with its critical path (``Registry/startReport``).
///
///     try await registry.start()
///     if let report = registry.startReport { print(report) }
///
/// Times are durations since the beginning of the start. An instance is *ready* when the instances that it waits for
/// have started. It begins when a thread is free.
public struct StartReport: Sendable, Hashable {
  /// The times of one started instance.
  public struct Instance: Sendable, Hashable {
    /// The name of the destination's type, such as `JobQueue`.
    public let name: String
    /// The name of the route's first token with a name, such as `archiveDatabase`, if any.
    public let tokenName: String?
    /// The location of the route's declaration.
    public let location: DeclarationLocation
    /// Whether the instance has an asynchronous factory or ``Starting``.
    public let isAsynchronous: Bool
    /// The indices in ``StartReport/instances`` of the instances that it waits for.
    public let waitsFor: [Int]
    /// The time at which all instances that it waits for had started.
    public let ready: Duration
    /// The time at which its factory began.
    public let begun: Duration
    /// The time at which ``Starting`` began, or nil for an instance without it.
    public let made: Duration?
    /// The time at which the instance had started.
    public let ended: Duration

    /// The time between being ready and the beginning.
    public var waited: Duration { begun - ready }
    /// The time between the beginning and the end.
    public var took: Duration { ended - begun }
  }

  /// The started instances, each after the instances that it waits for.
  public let instances: [Instance]

  /// The time from the beginning to the end of the last instance.
  public var duration: Duration { instances.map(\.ended).max() ?? .zero }

  /// The instances that determine the duration of the start, in order.
  ///
  /// Each instance waits for the one before it, and no other dependency ended later.
  ///
  /// - Complexity: Linear in the number of instances and dependencies.
  public var criticalPath: [Instance] { criticalIndices.map { instances[$0] } }

  /// The indices of the critical path's instances.
  package var criticalIndices: [Int] {
    func last(of indices: some Sequence<Int>) -> Int? {
      indices.max { instances[$0].ended < instances[$1].ended }
    }
    var path: [Int] = []
    var next = last(of: instances.indices)
    while let index = next {
      path.append(index)
      next = last(of: instances[index].waitsFor)
    }
    return path.reversed()
  }
}

extension Registry {
  /// The times of the start, or nil before it has succeeded.
  ///
  ///     print(registry.startReport?.criticalPath.map(\.name) ?? [])
  ///
  /// It contains the instances that this registry keeps, or in a scope the scope's. An extension's base has a report of
  /// its own.
  ///
  /// - Complexity: Linear in the number of started instances and their dependencies.
  public var startReport: StartReport? { lifecycle?.startReport }
}
